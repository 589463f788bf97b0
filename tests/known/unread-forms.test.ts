import { expect, it } from 'vitest'
import { readText } from '../metrics/read.ts'

const INSPECT = /paste all that docker inspect CONTAINER prints/

it.each([
  [
    'the lines of schedtrace',
    '$ GODEBUG=schedtrace=1000 ./leak\nSCHED 0ms: gomaxprocs=4 idleprocs=2 threads=6 spinningthreads=1 runqueue=129 [0 128 0 0]\n',
    /GODEBUG=gctrace=1/,
  ],
  [
    'the lines of the scavenger',
    'scvg1: inuse: 0, idle: 0, sys: 1, released: 0, consumed: 0 (MB)\n',
    /GODEBUG=gctrace=1/,
  ],
  [
    'a log of Prometheus',
    'ts=2023-01-12T18:39:11.944Z caller=head.go:542 level=info component=tsdb msg="Replaying WAL, this may take a while"\n',
    /^this is a log without GC cycles: start the program with GODEBUG=gctrace=1$/,
  ],
  [
    'a custom resource',
    'apiVersion: monitoring.coreos.com/v1\nkind: Prometheus\nspec:\n  resources: {requests: {memory: 400Mi}}\n',
    /no container in it\. If an operator makes one from it, paste the StatefulSet, Deployment or Pod/,
  ],
  [
    'a custom resource in JSON',
    '{"apiVersion": "opentelemetry.io/v1beta1", "kind": "OpenTelemetryCollector", "spec": {"mode": "daemonset"}}',
    /no container in it\. If an operator makes one from it/,
  ],
  [
    'an object of Kubernetes without containers',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec: {}\n',
    /^there is no container in it$/,
  ],
  [
    'figures of gops',
    'alloc: 4.38MB (4590944 bytes)\ntotal-alloc: 52.02MB (54542968 bytes)\nnum-gc: 17\n',
    /gops memstats prints: paste the JSON of \/debug\/vars/,
  ],
  [
    'changes',
    '@@ -141,6 +141,7 @@ services:\n       - KAFKA_ADDR\n+      - GOMEMLIMIT=16MiB\n',
    /paste the changed file itself/,
  ],
  [
    'Terraform',
    'resource "aws_ecs_task_definition" "api" {\n  cpu = 256\n  memory = 512\n}\n',
    /aws ecs describe-task-definition/,
  ],
  [
    'a list of Terraform',
    'container_definitions = jsonencode([{\n  memory = 512\n}])\n',
    /aws ecs describe-task-definition/,
  ],
  ['a part of docker inspect', '        "HostConfig": {\n            "Memory": 536870912,', INSPECT],
  [
    'a range as promtool prints it',
    'go_memstats_next_gc_bytes{instance="a:1", job="api"} =>\n4194304 @[1785000000]\n8388608 @[1785000015]\n',
    /promtool query with -o json/,
  ],
  [
    'an instant as promtool prints it',
    'go_memstats_next_gc_bytes{instance="a:1", job="api"} => 4194304 @[1785000000]\n',
    /promtool query with -o json/,
  ],
  [
    'data of a panel of Grafana',
    '[{"refId":"A","fields":[{"name":"Time","type":"time","config":{},"values":[1785000000000]},{"name":"Value","type":"number","values":[5]}]}]\n',
    /Inspect → Query/,
  ],
  [
    'samples of runtime/metrics as JSON',
    '[{"Name":"/gc/heap/live:bytes","Value":{}},{"Name":"/gc/heap/goal:bytes","Value":{}}]\n',
    /^JSON of metrics\.Sample has names, but no values: paste what fmt\.Printf/,
  ],
  [
    'a diff of two env files',
    '$ diff old.env new.env\n1,2c1,2\n< GOGC=100\n< GOMEMLIMIT=400MiB\n---\n> GOGC=50\n> GOMEMLIMIT=900MiB\n',
    /^this is a diff/,
  ],
  [
    'a diff of two manifests',
    '9,10c9,10\n<     resources:\n<       limits: {memory: 512Mi}\n---\n>     resources:\n>       limits: {memory: 1Gi}\n',
    /^this is a diff/,
  ],
  ['a diff of an env file with a line more', '1a2\n> GOGC=50\n> GOMEMLIMIT=900MiB\n', /^this is a diff/],
  ['a sentence on metrics of Datadog', 'starting: runtime.go.metrics. enabled\n', /^it is not an input that we know/],
  [
    'a package with a name as a metric has',
    'go: downloading golang.heap.example v1\n',
    /^it is not an input that we know/,
  ],
  [
    // docs.datadoghq.com, “Query timeseries points”.
    'an answer of Datadog',
    '{"status":"ok","res_type":"time_series","series":[{"metric":"runtime.go.mem_stats.heap_alloc","interval":10,"aggr":"avg","scope":"service:api","pointlist":[[1700000000000,5000000]]}]}\n',
    /metrics of Datadog or Elastic.*paste the JSON of \/debug\/vars/,
  ],
  ['what Datadog exports', 'time,runtime.go.metrics.gc_heap_live.bytes\n2026-01-01T00:00:00Z,5000000\n', /of Datadog/],
  [
    // elastic.co, “Golang heap metricset”.
    'a document of Metricbeat',
    '{"golang":{"heap":{"allocations":{"total":3857953864},"gc":{"next_gc_limit":52492048,"total_count":237}}}}\n',
    /of Datadog or Elastic/,
  ],
  [
    'metrics as OTLP JSON',
    '{"resourceMetrics":[{"resource":{},"scopeMetrics":[{"metrics":[{"name":"go.memory.used","sum":{"dataPoints":[{"asInt":"9"}]}}]}]}]}\n',
    /OTLP JSON.*paste the answer of the database.*or what its Prometheus exporter shows/,
  ],
  [
    'a release of Flux',
    'kind: HelmRelease\nspec:\n  values:\n    resources: {limits: {memory: 300Mi}}\n',
    /paste what stands below spec.values/,
  ],
  ['a field of docker inspect', '{"Status":"exited","OOMKilled":true,"ExitCode":137}', INSPECT],
  ['lines of docker inspect', '   "OOMKilled": true,\n   "Memory": 536870912,\n', INSPECT],
  ['docker image inspect', '[\n  {\n    "RepoTags": ["api:1"],\n    "Config": {"Env": ["GOGC=50"]}\n  }\n]\n', INSPECT],
  [
    'crictl inspect',
    '{"status": {"reason": "OOMKilled"}, "info": {"runtimeSpec": {"ociVersion": "1.2.0", "process": {"env": []}, "linux": {"resources": {"memory": {"limit": 536870912}}}}}}',
    /crictl inspect .*: paste the output of kubectl get pod NAME -o yaml/,
  ],
  ['files of a cgroup without a kill', 'low 0\nhigh 0\nmax 3\noom 0\noom_kill 0\n', /^these are files of a cgroup/],
  [
    'the status of a killed unit',
    '     Active: failed (Result: oom-kill) since Sat\n',
    /paste the output of systemctl show/,
  ],
  [
    'the log of systemd about a kill',
    'Mar 01 10:00:00 host systemd[1]: api.service: A process of this unit has been killed by the OOM killer.\n',
    /paste the output of systemctl show/,
  ],
  ['docker service inspect', '[{"Spec":{"TaskTemplate":{"ContainerSpec":{"Env":["GOGC=50"]}}}}]', INSPECT],
  [
    'a template of CloudFormation in one line',
    '{"AWSTemplateFormatVersion":"2010-09-09","Resources":{"T":{"Type":"AWS::ECS::TaskDefinition","Properties":{}}}}',
    /aws ecs describe-task-definition/,
  ],
  [
    'a container app of Azure in Bicep',
    "resource app 'Microsoft.App/containerApps@2023-05-01' = {\n  properties: {\n  }\n}\n",
    /cannot read Bicep: paste what az containerapp show/,
  ],
  [
    'a fly.toml',
    'app = "x"\nprimary_region = "ewr"\n\n[env]\n  GOMEMLIMIT = "900MiB"\n\n[[vm]]\n  memory = "1gb"\n',
    /paste its \[env\] as lines NAME=value, and give the memory of its \[\[vm\]\] with --container/,
  ],
  [
    'a fly.toml without a VM',
    "app = 'site'\nprimary_region = 'lhr'\n\n[env]\n  MODE=\"production\"\n  PORT = 80\n",
    /paste its \[env\] as lines/,
  ],
  [
    'what crictl inspect prints, without its runtime',
    '{"status": {"metadata": {"name": "api"}, "resources": {"linux": {"memoryLimitInBytes": "536870912"}}}}',
    /what crictl inspect prints/,
  ],
  [
    'what crictl inspect prints, quoted in a mail',
    'Ann wrote:\n> {"info": {"runtimeSpec": {"ociVersion": "1.2.0", "process": {"env": []}}}, "env": []}\n\nWhy?\n',
    /what crictl inspect prints/,
  ],
  [
    'a kustomization in one line each',
    'resources: [a.yaml]\nconfigMapGenerator: [{name: env}]\n',
    /kubectl kustomize prints/,
  ],
  [
    'a systemd-run command',
    'systemd-run -Pq --user -p "CPUQuota=150%" -p MemoryMax=300M go-autotune\n',
    /paste its properties as lines of a unit/,
  ],
  [
    'an answer of the metrics API of Kubernetes',
    '{"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1beta1","items":[{"containers":[{"name":"api","usage":{"memory":"9Ki"}}]}]}',
    /paste the output of kubectl top pod NAME --containers instead/,
  ],
  [
    'the output of top',
    '  PID USER      PR  NI    VIRT    RES    SHR S  %CPU %MEM     TIME+ COMMAND\n15450 etcd      20   0 10.614g 361024  18400 S   3.0  2.2 412:14.59 etcd\n',
    /the output of top: paste \/proc\/PID\/status, or what ps -o pid,rss,comm -p PID prints/,
  ],
  [
    'the output of systemctl status',
    '   Loaded: loaded (/etc/systemd/system/tidb.service; disabled)\n Main PID: 27238 (tidb-server)\n   Memory: 25.9M (limit: 2.0G)\n',
    /the output of systemctl status: paste that of systemctl show NAME/,
  ],
  [
    'the state of a container alone',
    '    Last State:     Terminated\n      Reason:       OOMKilled\n      Exit Code:    137\n',
    /a part of the status of a pod: paste all that kubectl describe pod NAME prints/,
  ],
  ['a job of Nomad', '      env {\n        GOGC = "100"\n        GOMEMLIMIT = "450MiB"\n      }\n', /NAME=value/],
])('%s cannot be read, and a message says what can', async (_, text, message) => {
  expect(await readText(text)).toMatchObject({ ok: false, problems: [{ message: expect.stringMatching(message) }] })
})

it('a log that begins with such lines is read', async () => {
  const line = 'gc 7 @1.204s 2%: 0.018+1.1+0.003 ms clock, 0.14+0.3/1.0/0.2+0.024 ms cpu, 4->5->2 MB, 5 MB goal, 8 P'
  const text = `${'SCHED 1009ms: gomaxprocs=4 idleprocs=4 threads=6\n'.repeat(20_000)}${line}\n`
  expect(await readText(text)).toMatchObject({ value: { kind: 'gctrace' } })
})
