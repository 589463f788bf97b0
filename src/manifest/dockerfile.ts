import { setByCommand } from './command.ts'
import type { EnvEntry, Manifest } from './manifest.ts'
import { withDefaults } from './unread.ts'
import { type Line, logicalLines, mainContainer, splitWords, toEntries } from './words.ts'

/**
 * The ENV of its last stage, and the Go version that builds the program. A stage inherits the ENV of another stage only
 * if its FROM names that stage (docs.docker.com, Dockerfile reference, ENV).
 */
export function parseDockerfile(text: string): Manifest {
  const lines = logicalLines(text, '#')
  const stages = new Map<string, Stage>()
  let stage = createStage()
  for (const { text: written, line } of lines) {
    const [, image, as = ''] = /^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i.exec(written) ?? []
    if (image !== undefined) {
      const base = stages.get(image.toLowerCase()) ?? createStage()
      stage = { ...base, env: [...base.env] }
      stages.set(as.toLowerCase(), stage)
    }
    keepCommand(stage, written, line)
    const [, rest] = /^\s*ENV\s+([\s\S]+)$/i.exec(written) ?? []
    if (rest === undefined) continue
    const [, name = '', value = ''] = /^([A-Za-z_]\w*)\s+([^\s=][\s\S]*)$/.exec(rest) ?? []
    const words = name === '' ? splitWords(rest) : [`${name}=${value.trim()}`]
    stage.env.push(...toEntries(words.map(withDefaults), line))
  }
  const { env, entrypoint, command } = stage
  const started = setByCommand([...entrypoint, ...command], env)
  const container = mainContainer({ env: [...env, ...started], goVersion: builtWith(lines) })
  return { kind: 'dockerfile', containers: [container], problems: [] }
}

/** A build stage: its ENV, and the words of its command. Variables that the command sets override every ENV. */
interface Stage {
  readonly env: EnvEntry[]
  entrypoint: readonly Line[]
  command: readonly Line[]
}

function createStage(): Stage {
  return { env: [], entrypoint: [], command: [] }
}

/** Keeps the last ENTRYPOINT and CMD. If it is not in the form `["a", "b"]`, docker runs it in a shell. */
function keepCommand(stage: Stage, text: string, line: number): void {
  const [, key = '', rest = ''] = /^\s*(ENTRYPOINT|CMD)\s+([\s\S]*)$/i.exec(text) ?? []
  if (key === '') return
  const words = wordsOf(rest) ?? ['/bin/sh', '-c', rest]
  const lined = words.map((word) => ({ text: word, line }))
  if (key.toUpperCase() === 'CMD') stage.command = lined
  else stage.entrypoint = lined
}

function wordsOf(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) ? words.map(String) : undefined
  } catch {
    return undefined
  }
}

/** The newest Go of all images named golang, because an older one may build only a tool: `go1.26`. */
function builtWith(lines: readonly Line[]): string | undefined {
  const minors = lines.flatMap(({ text }) => {
    const [, minor] = /^\s*FROM\s+(?:--\S+\s+)*(?:[\w.:${}-]+\/)*golang:1\.(\d{1,3})(?!\d)/i.exec(text) ?? []
    return minor === undefined ? [] : [Number(minor)]
  })
  return minors.length === 0 ? undefined : `go1.${Math.max(...minors)}`
}
