import { optionsIn, toLimits } from './docker-run.ts'
import type { Container, Manifest } from './manifest.ts'
import { parseSystemd } from './systemd.ts'
import { logicalLines, splitWords } from './words.ts'

/** Reads a systemd unit, or a quadlet: a unit with a section for podman (podman-systemd.unit(5)). */
export function parseUnit(text: string): Manifest {
  const manifest = parseSystemd(text)
  if (!/^\[Container\]/m.test(text)) return manifest
  return { ...manifest, containers: manifest.containers.map((unit) => withPodman(unit, text)) }
}

/**
 * Memory= and the options in PodmanArgs= limit the container. Image= says what runs, like ExecStart= in other units. Its
 * variables become options --env, which override the files of --env-file (podman-run(1), Environment).
 */
function withPodman(unit: Container, text: string): Container {
  let { isPart, ...container } = unit
  for (const { text: line, number } of logicalLines(text, '#;')) {
    const [, key = '', value = ''] = /^\s*(\w+)\s*=\s*([\s\S]*)$/.exec(line) ?? []
    if (key === 'Image') isPart = undefined
    const size = { name: '--memory', setting: 'Memory=', value: value.trim() }
    const read =
      key === 'Memory'
        ? toLimits({ options: [size], command: [] }, number)
        : key === 'PodmanArgs' && toLimits(optionsIn(splitWords(value)), number)
    if (read) container = merge(container, read)
  }
  return { ...container, overridesFiles: true, ...(isPart && { isPart }) }
}

function merge(one: Container, other: Partial<Container>): Container {
  const tiny = [...(one.tiny ?? []), ...(other.tiny ?? [])]
  return {
    ...one,
    memoryLimit: other.memoryLimit ?? one.memoryLimit,
    memoryRequest: other.memoryRequest ?? one.memoryRequest,
    cpuLimit: other.cpuLimit ?? one.cpuLimit,
    env: [...one.env, ...(other.env ?? [])],
    unread: [...(one.unread ?? []), ...(other.unread ?? [])],
    ...(tiny.length > 0 && { tiny }),
  }
}
