import type { Container } from './manifest.ts'

/** Names of containers that many clusters add to a program. */
const SIDECARS =
  /^(istio-proxy|linkerd-proxy|envoy|cloud-?sql-proxy|fluent-?bit|fluentd|vault-agent|filebeat|promtail|otel-.*|xray-daemon|datadog-agent|log_router|aws-otel-collector)$/

/** Whether a container beside others is known to serve the program rather than to be it. */
export function roleOfName(name: string): Container['role'] {
  return SIDECARS.test(name) ? 'sidecar' : 'main'
}
