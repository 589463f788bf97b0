import type { Given } from './session.ts'

/**
 * A service recorded with Go 1.26 on 2 CPUs, GOGC=100 and no memory limit, as the default registry of client_golang shows
 * it; and a manifest for it, with the container that its peak nearly fills.
 */
export async function loadExample(): Promise<readonly Given[]> {
  const [manifest, before, after] = await Promise.all([
    import('./samples/deployment.yaml?raw'),
    import('./samples/metrics-1.txt?raw'),
    import('./samples/metrics-2.txt?raw'),
  ])
  const toGiven = (name: string, text: string, fileSeconds?: number) => ({ name, blob: new Blob([text]), fileSeconds })
  return [
    toGiven('deployment.yaml', manifest.default),
    toGiven('metrics-1.txt', before.default, 1795352554.481),
    toGiven('metrics-2.txt', after.default, 1795352574.807),
  ]
}
