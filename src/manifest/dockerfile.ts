import type { EnvEntry, Manifest } from './manifest.ts'
import { setByCommand, type Word } from './shell/shell.ts'
import { withDefaults } from './unread.ts'
import { ASSIGNMENT, type Line, logicalLines, splitWords, toContainer, toEntries } from './words.ts'

/**
 * Reads a Dockerfile: ENV of its last stage, in both of its forms, and the version of the Go that it builds with. A stage
 * has the ENV of another only if its FROM names that one (docs.docker.com, Dockerfile reference, ENV).
 */
export function parseDockerfile(text: string): Manifest {
  const lines = withImages(logicalLines(text, '#'))
  const stages = new Map<string, Stage>()
  let stage = createStage()
  /** Of the stage: ENV, and ARG as it is unless a build says otherwise. */
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

/** What a stage sets with ENV, and the words that it starts: what these set overrides ENV, wherever it stands. */
interface Stage {
  readonly env: EnvEntry[]
  entrypoint: readonly Word[]
  command: readonly Word[]
}

function createStage(): Stage {
  return { env: [], entrypoint: [], command: [] }
}

/** Of several ENTRYPOINTs and CMDs the last count. A text is one for a shell, which then passes no CMD on. */
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

/** Longer texts name no image: a name has at most 255 characters, and its tag 128. */
const MOST_IMAGE = 400

/** A text with the variables filled in that are known, and the defaults that are written in it. */
function fillIn(text: string, variables: ReadonlyMap<string, string>): string {
  if (text.length > MOST_IMAGE) return text
  const filled = text.replace(
    /\$(?:(\w+)|\{(\w+)(?::?-[^${}]*)?\})/g,
    (whole, bare, braced) => variables.get(bare ?? braced) || whole,
  )
  return withDefaults(filled).slice(0, MOST_IMAGE)
}

/**
 * The same lines, with the ARGs that stand before the first FROM filled in where a FROM uses them: only these count there
 * (docs.docker.com, Dockerfile reference, “Understand how ARG and FROM interact”). One without a value is not known.
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

/** The Go of the images named golang. Of several stages the newest: an older one may build only a tool. */
function builtWith(lines: readonly Line[]): string | undefined {
  const minors = lines.flatMap(({ text }) => {
    const [, minor] = /^\s*FROM\s+(?:--\S+\s+)*(?:[\w.:${}-]+\/)*golang:1\.(\d{1,3})(?!\d)/i.exec(text) ?? []
    return minor === undefined ? [] : [Number(minor)]
  })
  return minors.length === 0 ? undefined : `go1.${Math.max(...minors)}`
}
