/** A named experiment that ships with Sawtooth. */
export interface Preset {
  readonly id: string
  readonly title: string
  /** One sentence: what to look for. */
  readonly look: string
  /** The same for the runtime model, where it shows something else. */
  readonly lookRuntime?: string
  /** Memory of the machine that the experiment was made on, in bytes, where it is no limit that kills: it swaps. */
  readonly machineMemory?: number
  /** The scenario as JSON, without its version and title. */
  readonly json: Fields
}

type Fields = Readonly<Record<string, unknown>>

/** A preset as it differs from another: settings of its own, and a program of which only some fields are its own. */
export function vary(base: Preset, id: string, title: string, look: string, json: Fields): Preset {
  const program = { ...(base.json.program as Fields), ...(json.program as Fields | undefined) }
  const { machineMemory } = base
  return { id, title, look, ...(machineMemory && { machineMemory }), json: { ...base.json, ...json, program } }
}
