import { readDockerSize } from './kube-quantity.ts'
import type { Container, EnvEntry, Manifest, Unread } from './manifest.ts'
import { DOCKER_LEAST, toMemory, unreadMemory, type WrittenMemory } from './tiny-memory.ts'
import { unreadLimit, withDefaults } from './unread.ts'
import { type Line, logicalLines, passed, splitWords, toContainer, toEntries } from './words.ts'

/** Options of docker that are read; each takes its value behind `=` or as the next word. */
const DOCKER_OPTIONS: Readonly<Record<string, 'limits' | 'requests' | 'cpus' | 'env' | 'file' | 'name'>> = {
  '-m': 'limits',
  '--memory': 'limits',
  '--cpus': 'cpus',
  '-e': 'env',
  '--env': 'env',
  '--env-file': 'file',
  '--memory-reservation': 'requests',
  '--name': 'name',
}

/** Reads `docker run` lines. */
export function parseDockerRun(text: string): Manifest {
  const containers = logicalLines(text, '#').flatMap((line) =>
    /\b(docker|podman|nerdctl)\b/.test(line.text) ? [toContainer(readDockerLine(line))] : [],
  )
  return { kind: 'docker-run', containers, problems: [] }
}

function readDockerLine({ text, number }: Line): Partial<Container> {
  const words = splitWords(text)
  const env: EnvEntry[] = []
  const sizes: WrittenMemory[] = []
  const files: Unread[] = []
  const found: { cpuLimit?: number; name?: string } = {}
  let cpuUnread: Unread[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const [, option = '', own] = /^(--?[a-z-]+?)(?:=([\s\S]*))?$/.exec(word) ?? /^(-[me])([\s\S]+)$/.exec(word) ?? []
    const kind = DOCKER_OPTIONS[option]
    if (!kind) continue
    const value = withDefaults(own ?? words[++i] ?? '')
    const setting = own === undefined ? `${word} ` : word.slice(0, word.length - own.length)
    if (kind === 'env') env.push(...(value.includes('=') ? toEntries([value], number) : passed(value, number)))
    else if (kind === 'limits' || kind === 'requests')
      sizes.push({ of: kind, setting, text: value.trim(), bytes: readDockerSize(value), line: number })
    else if (kind === 'cpus') {
      if (Number(value) > 0) found.cpuLimit = Number(value)
      cpuUnread = unreadLimit('cpuLimit', value, Number(value), number)
    } else if (kind === 'file') files.push({ of: 'variables', from: option, line: number })
    else if (kind === 'name') found.name = value.slice(0, 63)
  }
  return { ...found, ...toMemory(sizes, DOCKER_LEAST), env, unread: [...unreadMemory(sizes), ...cpuUnread, ...files] }
}
