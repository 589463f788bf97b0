import { withCommand } from './compose.ts'
import { parseDockerRun } from './docker-run.ts'
import { readCpuQuota } from './kubernetes/kube-quantity.ts'
import type { Container, Manifest } from './manifest.ts'
import { DOCKER_LEAST, toMemory } from './tiny-memory.ts'
import { toEntries } from './words.ts'
import { child, children, lineOf, type Node, readDocuments, scalar, texts } from './yaml.ts'

/** Reads a command that starts a container of docker or podman, or the output of `docker inspect`. */
export function parseDocker(text: string): Manifest {
  if (!/^\s*[[{]/.test(text)) return parseDockerRun(text)
  const { nodes, problems } = readDocuments(text.trimStart().startsWith('[') ? `{"containers": ${text}}` : text)
  const all = nodes.flatMap((node) => (node.map.has('containers') ? children(node, 'containers') : [node]))
  return { kind: 'docker-run', containers: all.filter((one) => child(one, 'HostConfig')).map(toContainer), problems }
}

/** 0 means no limit in all fields (Docker Engine API, ContainerInspect). `Env` includes the variables of env files. */
function toContainer(node: Node): Container {
  const host = child(node, 'HostConfig')!
  const config = child(node, 'Config')
  const size = (of: 'limits' | 'requests', key: string, setting: string) => {
    const text = scalar(host, key) ?? ''
    return { of, setting, text, bytes: Number(text), line: lineOf(host, key) }
  }
  const nanoCpus = Number(scalar(host, 'NanoCpus') ?? '')
  const env = config ? texts(config, 'Env').flatMap(({ text, line }) => toEntries([text], line)) : []
  return {
    name: (scalar(node, 'Name') ?? '').replace(/^\//, '').slice(0, 63),
    role: 'main',
    ...toMemory(
      [size('limits', 'Memory', '-m '), size('requests', 'MemoryReservation', '--memory-reservation ')],
      DOCKER_LEAST,
    ),
    cpuLimit: nanoCpus > 0 ? nanoCpus / 1e9 : readCpuQuota(scalar(host, 'CpuQuota'), scalar(host, 'CpuPeriod')),
    env: config ? withCommand(env, config, 'Entrypoint', 'Cmd') : env,
  }
}
