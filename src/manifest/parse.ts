import { failedAt, ok, type Result } from '../result.ts'
import { parseAzure } from './azure.ts'
import { parseCompose } from './compose.ts'
import { parseDockerRun } from './docker-run.ts'
import { parseDockerfile } from './dockerfile.ts'
import { parseEcs } from './ecs.ts'
import { parseEnvFile } from './env-file.ts'
import { parseKubernetes } from './kubernetes/kubernetes.ts'
import type { Manifest, ManifestKind } from './manifest.ts'
import { parseSystemd } from './systemd.ts'

const PARSERS: Readonly<Record<ManifestKind, (text: string) => Manifest>> = {
  kubernetes: parseKubernetes,
  compose: parseCompose,
  dockerfile: parseDockerfile,
  systemd: parseSystemd,
  'env-file': parseEnvFile,
  'docker-run': parseDockerRun,
  ecs: parseEcs,
  azure: parseAzure,
}

/** The command that printed a manifest, above it: `$ kubectl get deploy api -o yaml`. */
const COMMAND =
  /^[ \t]*(?:[^\n]{0,200}[$#%>❯][ \t]+)?(?:sudo\s+)?(?:kubectl|oc|helm|cat|az|aws|gcloud|docker(?:[- ]compose)? config)\s[^\n]*\n(?=\s*(?:---|[\w"-]+:|\{))/

/** Hard spaces that a web page has in the margin of a line or beside a key. In a value they stay: Go refuses them. */
const BESIDE_KEY = /(?<=^|[-:,{])[ \t]*[\u00a0\u202f\u2007][ \t\u00a0\u202f\u2007]*/gm

/** A longer manifest is refused: expanding it would fill the memory. */
const MOST_TEXT = 4 << 20

/**
 * Reads limits, requests and Go’s settings from a manifest; keeps nothing else.
 * @returns a problem if the text is too long, is of a form that has no limits, or has neither a container nor a
 * ConfigMap. An env file that sets nothing for Go has no container either, but can be read
 */
export function parseManifest(text: string, kind: ManifestKind): Result<Manifest> {
  if (text.length > MOST_TEXT) return failedAt('', 'it is longer than 4 MiB: paste the manifest of one program')
  const plain = text.replace(/^\ufeff/, '').replace(BESIDE_KEY, (spaces) => spaces.replace(/\s/g, ' '))
  if (isWorkflow(plain)) return failedAt('', WORKFLOW)
  const manifest = PARSERS[kind](plain.replace(COMMAND, '\n'))
  // An env file that sets nothing is an answer too: Go’s defaults are in force.
  if (manifest.containers.length > 0 || manifest.configMaps || kind === 'env-file') return ok(manifest)
  return failedAt('', manifest.problems[0] ?? whyNone(plain))
}

const WORKFLOW =
  'it is a workflow of GitHub Actions, which says nothing of the memory of its runner: paste its variables as lines NAME=value'

/** Whether a text is a workflow of GitHub Actions (docs.github.com, “Workflow syntax for GitHub Actions”, runs-on). */
function isWorkflow(text: string): boolean {
  return /^jobs[ \t]*:/m.test(text) && /^[ \t]+runs-on[ \t]*:/m.test(text)
}

/** An object of an operator. The groups of Kubernetes have no dot, or end in `.k8s.io`. */
const CUSTOM = /(?:^|[{,]\s{0,40})"?apiVersion"?\s*:\s*["']?(?![\w.-]*\.k8s\.io\/)[\w-]+\.[\w.-]+\//m

function whyNone(text: string): string {
  if (/^kind:\s*["']?HelmRelease\b/m.test(text))
    return 'it is a release of a chart: paste what stands below spec.values'
  const none = 'there is no container in it'
  if (!CUSTOM.test(text)) return none
  return `${none}. If an operator makes one from it, paste the StatefulSet, Deployment or Pod that the operator made: kubectl get pod NAME -o yaml shows it`
}
