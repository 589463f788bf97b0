import type { Scenario } from '../../scenario/types.ts'
import { toAlerts } from './alerts.ts'
import { toComposeYaml, toDockerfile, toSystemdUnit } from './containers.ts'
import { toEnvLines } from './env.ts'
import { toAutomemlimit, toGoSnippet } from './go-snippet.ts'
import type { UnknownProcs } from './settings.ts'
import { toDownwardYaml, toHelmHelper, toKubernetesYaml } from './yaml.ts'

/** A way to give settings to a program: lines to paste. */
interface Lines {
  readonly id: string
  readonly name: string
  /** What it is for, in a sentence. */
  readonly help: string
  /** Extension of a file with these lines, and its media type. */
  readonly ending: string
  readonly type: string
  readonly toText: (scenario: Scenario, unknown?: UnknownProcs) => string
}

const YAML = { ending: 'yaml', type: 'application/yaml' }
const TEXT = { type: 'text/plain' }

export const LINES = [
  {
    id: 'env',
    name: 'Environment',
    help: 'For Docker’s --env-file or systemd; in a shell, write export first.',
    ending: 'env',
    ...TEXT,
    toText: toEnvLines,
  },
  {
    id: 'yaml',
    name: 'Kubernetes',
    help: 'The settings as part of a container, with headroom below its limit if it has one.',
    ...YAML,
    toText: toKubernetesYaml,
  },
  {
    id: 'downward',
    name: 'Downward API',
    help: 'GOMEMLIMIT taken from the container’s limit at each start; the downward API itself knows no percentage.',
    ...YAML,
    toText: toDownwardYaml,
  },
  {
    id: 'helm',
    name: 'Helm helper',
    help: 'A helper for a chart that takes GOMEMLIMIT from resources.limits.memory.',
    ending: 'tpl',
    ...TEXT,
    toText: toHelmHelper,
  },
  { id: 'compose', name: 'docker-compose', help: 'The settings of a service.', ...YAML, toText: toComposeYaml },
  {
    id: 'dockerfile',
    name: 'Dockerfile',
    help: 'The settings in an image, and how to run it.',
    ending: 'dockerfile',
    ...TEXT,
    toText: toDockerfile,
  },
  {
    id: 'systemd',
    name: 'systemd',
    help: 'A drop-in of a service: GOMEMLIMIT, MemoryMax if there is a limit, and MemoryHigh between if there is room.',
    ending: 'conf',
    ...TEXT,
    toText: toSystemdUnit,
  },
  {
    id: 'go',
    name: 'Go',
    help: 'The settings as code, for programs whose environment you cannot set.',
    ending: 'go',
    ...TEXT,
    toText: toGoSnippet,
  },
  {
    id: 'automemlimit',
    name: 'automemlimit',
    help: 'Code that takes the limit from the container, and follows it.',
    ending: 'go',
    ...TEXT,
    toText: toAutomemlimit,
  },
  {
    id: 'alerts',
    name: 'Alerts (PromQL)',
    help: 'Prometheus rules for what matters: what the limit costs, and memory that no longer falls.',
    ...YAML,
    toText: toAlerts,
  },
] as const satisfies readonly Lines[]

export type LinesId = (typeof LINES)[number]['id']
