/** A named experiment that ships with Sawtooth. */
export interface Preset {
  readonly id: string
  readonly title: string
  /** One sentence: what to look for. */
  readonly look: string
  /** The sentence for the runtime model, if its run shows something else. */
  readonly lookRuntime?: string
  /** Memory of the machine of the experiment, in bytes, if the machine swaps instead of killing the program. */
  readonly machineMemory?: number
  /** The scenario as JSON, without its version and title. */
  readonly json: Fields
}

type Fields = Readonly<Record<string, unknown>>

export function vary(base: Preset, id: string, title: string, look: string, json: Fields): Preset {
  const program = { ...(base.json.program as Fields), ...(json.program as Fields | undefined) }
  const { machineMemory } = base
  return { id, title, look, ...(machineMemory && { machineMemory }), json: { ...base.json, ...json, program } }
}
