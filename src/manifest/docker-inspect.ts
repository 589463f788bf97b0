import { withCommand } from './compose.ts'
import { readCpuQuota } from './kubernetes/kube-quantity.ts'
import type { Container, Manifest } from './manifest.ts'
import { DOCKER_LEAST, swapBeyond, toMemory } from './tiny-memory.ts'
import { withOpenLimits } from './unread.ts'
import { toEntries } from './words.ts'
import { child, children, lineOf, type Node, readDocuments, scalar, texts } from './yaml.ts'

/** What `docker inspect` or `podman inspect` prints of containers (docs.docker.com, Engine API, “Inspect a container”). */
export function parseDockerInspect(text: string): Manifest {
  // The line breaks stay: lines keep their numbers.
  const joined = text.replace(NEXT, (all, end) => `${end === '}' ? end : ''},${all.replace(/[^\n]+/g, '')}`)
  const list = joined.trimStart().startsWith('[') ? joined : `[${joined}]`
  const { nodes, problems } = readDocuments(`{"inspected": ${list}}`)
  const inspected = nodes.flatMap((node) => children(node, 'inspected'))
  return { kind: 'docker-run', containers: inspected.flatMap(toContainer), problems }
}

/** From one output to the next, perhaps with its command: `][`, or `}{` of outputs through jq. */
const NEXT = /([\]}])[ \t\r]*\n(?:[^\n[{]{0,200}\binspect\b[^\n]{0,2000}\n)?\s*(?:\[|(?=\{))/g

function toContainer(node: Node): Container[] {
  const [host, config] = [child(node, 'HostConfig'), child(node, 'Config')]
  if (!host) return []
  const sizeOf = (of: 'limits' | 'requests', key: string) => {
    const size = scalar(host, key) ?? ''
    return { of, setting: `"${key}": `, text: size, bytes: Number(size), line: lineOf(host, key) }
  }
  const memory = toMemory([sizeOf('limits', 'Memory'), sizeOf('requests', 'MemoryReservation')], DOCKER_LEAST)
  // Twice the memory is what docker sets itself if --memory-swap is not given.
  const swap = scalar(host, 'MemorySwap') ?? ''
  const isOwnSwap = Number(swap) !== 2 * (memory.memoryLimit ?? 0)
  const cpus = Number(scalar(host, 'NanoCpus') ?? 0) / 1e9
  const env = config ? texts(config, 'Env').flatMap(({ text, line }) => toEntries([text], line)) : []
  const container: Container = {
    name: (scalar(node, 'Name') ?? '').replace(/^\//, '').slice(0, 63),
    role: 'main',
    ...memory,
    ...(scalar(host, 'Memory') === '0' && { isUnlimited: true }),
    ...(isOwnSwap && swapBeyond(memory.memoryLimit, swap)),
    ...(scalar(node, 'State', 'OOMKilled') === 'true' && { isOomKilled: true }),
    cpuLimit: cpus > 0 ? cpus : readCpuQuota(scalar(host, 'CpuQuota'), scalar(host, 'CpuPeriod')),
    env: config ? withCommand(env, config, 'Entrypoint', 'Cmd') : env,
  }
  if (host.map.has('Memory')) return [container]
  const by = { from: 'a part of the output that is missing', line: lineOf(node, 'HostConfig'), mayBe: true } as const
  return [withOpenLimits(container, by)]
}
