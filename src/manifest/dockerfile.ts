import { setByCommand, type Word } from './command.ts'
import type { EnvEntry, Manifest } from './manifest.ts'
import { withDefaults } from './unread.ts'
import { ASSIGNMENT, type Line, logicalLines, splitWords, toContainer, toEntries } from './words.ts'

/**
 * Reads a Dockerfile: the ENV of its last stage, in both forms, and the Go version that builds the program. A stage
 * inherits the ENV of another stage only if its FROM names that stage (docs.docker.com, Dockerfile reference, ENV).
 */
export function parseDockerfile(text: string): Manifest {
  const lines = withImages(logicalLines(text, '#'))
  const stages = new Map<string, Stage>()
  let stage = createStage()
  /** The stage’s ENV and ARG. An ARG has its default, which a build may override. */
  const variables = new Map<string, string>()
  const keep = (word: string) => {
    const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? []
    if (name !== '' && value.length <= MOST_IMAGE) variables.set(name, value)
  }
  for (const { text: line, number } of lines) {
    const [, image, as = ''] = /^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i.exec(line) ?? []
    if (image !== undefined) {
      const base = stages.get(image.toLowerCase()) ?? createStage()
      stage = { ...base, env: [...base.env] }
      stages.set(as.toLowerCase(), stage)
      variables.clear()
    }
    for (const word of splitWords(/^\s*ARG\s+([\s\S]+)$/i.exec(line)?.[1] ?? '')) keep(word)
    keepCommand(stage, line, number)
    const [, rest] = /^\s*ENV\s+([\s\S]+)$/i.exec(line) ?? []
    if (rest === undefined) continue
    const [, name = '', value = ''] = /^([A-Za-z_]\w*)\s+([^\s=][\s\S]*)$/.exec(rest) ?? []
    const words = name === '' ? splitWords(rest) : [`${name}=${value.trim()}`]
    const filled = words.map((word) => fillIn(word, variables))
    filled.forEach(keep)
    stage.env.push(...toEntries(filled, number))
  }
  const { env, entrypoint, command } = stage
  const started = setByCommand([...entrypoint, ...command], env)
  const container = toContainer({ env: [...env, ...started], goVersion: builtWith(lines) })
  return { kind: 'dockerfile', containers: [container], problems: [] }
}

/** A build stage: its ENV, and the words of its command. Variables that the command sets override every ENV. */
interface Stage {
  readonly env: EnvEntry[]
  entrypoint: readonly Word[]
  command: readonly Word[]
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

/** The words of the form `["a", "b"]`; undefined for any other text. */
function wordsOf(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) ? words.map(String) : undefined
  } catch {
    return undefined
  }
}

/** A longer text is not an image: a name has at most 255 characters, and its tag 128. */
const MOST_IMAGE = 400

/** A text with its known variables and its defaults filled in. */
function fillIn(text: string, variables: ReadonlyMap<string, string>): string {
  if (text.length > MOST_IMAGE) return text
  const filled = text.replace(
    /\$(?:(\w+)|\{(\w+)(?::?-[^${}]*)?\})/g,
    (whole, bare, braced) => variables.get(bare ?? braced) || whole,
  )
  return withDefaults(filled).slice(0, MOST_IMAGE)
}

/**
 * The same lines, with ARGs filled in where a FROM uses them. A FROM sees only the ARGs before the first FROM
 * (docs.docker.com, Dockerfile reference, “Understand how ARG and FROM interact”).
 */
function withImages(lines: readonly Line[]): Line[] {
  const args = new Map<string, string>()
  const fill = (text: string) => fillIn(text, args)
  let isBefore = true
  return lines.map((line) => {
    const isFrom = /^\s*FROM\s/i.test(line.text)
    isBefore &&= !isFrom
    const [, rest = ''] = (isBefore && /^\s*ARG\s+([\s\S]+)$/i.exec(line.text)) || []
    for (const word of splitWords(rest)) {
      const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? []
      if (name !== '' && value.length <= MOST_IMAGE) args.set(name, fill(value))
    }
    return isFrom ? { ...line, text: fill(line.text) } : line
  })
}

/** The newest Go of all images named golang, because an older one may build only a tool: `go1.26`. */
function builtWith(lines: readonly Line[]): string | undefined {
  const minors = lines.flatMap(({ text }) => {
    const [, minor] = /^\s*FROM\s+(?:--\S+\s+)*(?:[\w.:${}-]+\/)*golang:1\.(\d{1,3})(?!\d)/i.exec(text) ?? []
    return minor === undefined ? [] : [Number(minor)]
  })
  return minors.length === 0 ? undefined : `go1.${Math.max(...minors)}`
}
