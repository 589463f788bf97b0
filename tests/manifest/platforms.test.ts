import { describe, expect, it } from 'vitest'
import { createInputReader } from '../../src/known/input/read-input.ts'
import { MIB } from '../../src/units.ts'

/** What a text is taken for and what its first container has, or why it is refused. */
function readAs(...lines: readonly string[]) {
  const reader = createInputReader()
  reader.push(`${lines.join('\n')}\n`)
  const read = reader.end()
  if (!read.ok) return { problem: read.problems[0]?.message }
  if (!('manifest' in read.value)) return { kind: read.value.kind }
  const { kind, manifest } = read.value
  const { memoryLimit, cpuLimit, env, tiny, unread = [], isPart } = manifest.containers[0]!
  const settings = Object.fromEntries(env.map(({ name, text }) => [name, text]))
  return { kind, memoryMiB: memoryLimit && memoryLimit / MIB, cpuLimit, settings, tiny, open: unread.length, isPart }
}

const POD = ['kind: Pod', 'spec: {containers: [{name: a, resources: {limits: {memory: 512Mi}}}]}']

describe('a service of Cloud Run', () => {
  const service = (annotation: string, resources = '') =>
    readAs(
      'apiVersion: serving.knative.dev/v1',
      'kind: Service',
      `metadata: {name: api, annotations: {${annotation}: all}}`,
      `spec: {template: {spec: {containers: [{image: api${resources}}]}}}`,
    )

  it('always has limits: without its own, they are not known', () => {
    expect(service('run.googleapis.com/ingress')).toMatchObject({ memoryMiB: undefined, open: 2 })
    const own = ', resources: {limits: {memory: 1Gi, cpu: "1"}}'
    expect(service('run.googleapis.com/ingress', own)).toMatchObject({ memoryMiB: 1024, open: 0 })
  })

  it('may also be one of Knative, whose defaults may have limits', () => {
    expect(service('autoscaling.knative.dev/min-scale')).toMatchObject({ memoryMiB: undefined, open: 2 })
  })

  it('is known in version 2 of its API', () => {
    const inV2 = (beside: string, resources = '') =>
      readAs(`{${beside}, "template": {"containers": [{"image": "api"${resources}}], "x": {"env": []}}}`)
    for (const beside of ['"ingress": "INGRESS_TRAFFIC_ALL"', '"name": "projects/p/locations/r/services/api"'])
      expect(inV2(beside)).toMatchObject({ memoryMiB: undefined, open: 2 })
    const own = ', "resources": {"limits": {"memory": "1Gi", "cpu": "1"}}'
    expect(inV2('"ingress": "INGRESS_TRAFFIC_ALL"', own)).toMatchObject({ memoryMiB: 1024, open: 0 })
  })
})

it('A workflow of GitHub Actions is refused, and says what to give instead', () => {
  const job = ['jobs:', '  build:', '    runs-on: ubuntu-latest']
  const inJob = readAs(...job, '    env:', '      GOMEMLIMIT: 4GiB')
  expect(inJob.problem).toMatch(/GitHub Actions.* as lines NAME=value$/)
  expect(readAs('on: [push]', 'env:', '  GOGC: 400', ...job)).toEqual(inJob)
})

describe('a file that names no memory in bytes is refused, and says what to give instead', () => {
  it.each([
    ['runtime: go122', 'instance_class: F2', 'env_variables:', '  GOGC: "50"'],
    ['runtime: go', 'env: flex', 'resources:', '  memory_gb: 2.3'],
  ])('app.yaml of App Engine: %s, %s', (...lines) => {
    expect(readAs(...lines).problem).toMatch(
      /^we cannot read an app\.yaml .*env_variables as lines NAME=value.* --container/,
    )
  })

  it.each([
    ['CloudFormation', ['Resources:', '  Fn:', '    Type: AWS::Lambda::Function', '    Properties: {MemorySize: 512}']],
    ['SAM', ['Resources:', '  Fn:', '    Type: "AWS::Serverless::Function"', '    Environment:', '      Variables:']],
    [
      'serverless.yml',
      ['service: x', 'provider:', '  environment:', '    GOGC: "50"', 'functions:', '  api: {handler: bootstrap}'],
    ],
  ])('a function of Lambda in %s', (_, lines) => {
    expect(readAs(...lines).problem).toMatch(/AWS Lambda: paste their variables as lines NAME=value.* --container/)
  })

  it('a quadlet of podman', () => {
    expect(readAs('[Container]', 'Image=api:1', 'Memory=512m', '[Service]', 'Restart=always').problem).toMatch(
      /quadlets of podman: .* NAME=value.* --container/,
    )
  })

  it('a task definition in a template of CloudFormation', () => {
    const task = ['  Task:', '    Type: AWS::ECS::TaskDefinition', '    Properties: {Memory: 512}']
    expect(readAs('Resources:', ...task).problem).toMatch(/aws ecs describe-task-definition prints/)
  })

  it('no manifest that only holds such a template, nor another file with a provider and functions', () => {
    const template = ['  template: |', '    Resources:', '      Fn:', '        Type: AWS::Lambda::Function']
    const limits = ['resources: {limits: {memory: 512Mi}}', 'env: [{name: GOGC, value: "50"}]']
    for (const lines of [
      ['apiVersion: v1', 'kind: ConfigMap', 'data:', ...template],
      ['provider: {name: aws}', 'functions: {enabled: true}', ...limits],
      ['provider:', '  name: openfaas', 'functions:', '  api:', '    environment:', '      GOGC: "50"'],
      [
        '{"apiVersion": "v1", "kind": "List", "items": [{"kind": "ConfigMap", "data":',
        '{"t": "Resources:\\n  F:\\n    Type: AWS::Lambda::Function"}}]}',
      ],
    ])
      expect(readAs(...lines).problem ?? '').not.toMatch(/Lambda/)
    expect(readAs('{"Resources": {"F": {"Type": "AWS::Serverless::Function"}}, "x": {"env": []}}').problem).toMatch(
      /Lambda/,
    )
  })

  it('a list of services, as in render.yaml', () => {
    const lines = ['services:', '  # one', '  - type: web', '    envVars:', '      - key: GOGC', '        value: 50']
    expect(readAs(...lines).problem).toMatch(
      /^we cannot read a list of services, as in a render\.yaml.*“Container limit”/,
    )
    expect(readAs('services:', '  api:', '    image: a', '    mem_limit: 512m')).toMatchObject({ memoryMiB: 512 })
  })

  it.each([
    ['an apprunner.yaml', 'version: 1.0\nruntime: go1\nbuild:\nrun:\n  env:\n    - {name: GOGC, value: "50"}'],
    ['functions of AWS Lambda', '{"FunctionName": "f", "MemorySize": 256, "Environment": {"Variables": {}}}'],
    ['a job definition of AWS Batch', '{"containerProperties": {"vcpus": 1, "memory": 2048, "environment": []}}'],
    ['variables with a key', 'name: api\nenv:\n  - key: GOGC\n    value: "50"\ninstance_types:\n  - type: nano'],
    ['settings of an App Service', '[{"name": "GOGC", "slotSetting": false, "value": "50"}]'],
    ['a manifest of Cloud Foundry', 'applications:\n- name: api\n  memory: 512M\n  env:\n    GOGC: 50'],
    ['files of Heroku', '=== api Config Vars\n\nGOGC:  50'],
    ['a fly.toml', 'app = "api"\n\n[env]\nGOGC = "50"'],
    ['a machine of Fly.io', '{"config": {"env": {"GOGC": "50"}, "guest": {"cpus": 1, "memory_mb": 512}}}'],
    ['a machine of Fly.io', '> {\n>   "guest": {"memory_mb": 512},\n> "env": {"GOGC":"50"} }'],
    ['functions of AWS Lambda', 'Output:\n  {\n    "FunctionName": "f",\n    "MemorySize": 512\n  }'],
    ['a .nspawn file', '[Exec]\nEnvironment=GOGC=50'],
    ['a deploy.yml of Kamal', 'service: api\nimage: me/api\nservers:\n  web: {}\nenv:\n  clear: {GOGC: 50}'],
    ['a stack of OpenFaaS', 'provider:\n  name: openfaas\nfunctions:\n  f: {limits: {memory: 128Mi}}'],
    ['a function of Google Cloud', 'serviceConfig:\n  availableMemory: 256M\n  environmentVariables: {GOGC: 50}'],
    ['pipelines of GitLab', 'build:\n  stage: build\n  variables:\n    GOGC: 400\n  script: go build ./...'],
    ['pipelines of GitLab', 'build:\n  stage: build\n  variables:\n    GOGC: 400\n  script: |\n    go build'],
    ['pipelines of GitLab', '.s: &s\n  - go build\nbuild:\n  stage: build\n  script: *s\nvariables:\n  GOGC: 400'],
    ['pipelines of GitLab', 'variables:\n  GOGC: 400\ntest:\n  stage: test\n  script:\n    - go test ./...'],
    ['pipelines of GitLab', 'variables:\n  GOGC: 400\n"unit test":\n  script: go test'],
    ['pipelines of GitLab', 'include: a.yml\ntest:\n  script: GOGC=400 go test\n  variables:\n    GOGC: 400'],
    ['pipelines of GitLab', 'test:\n  image: golang:1.26\n  variables:\n    GOGC: 50\n  script:\n    - go test ./...'],
    [
      'pipelines of GitLab',
      'variables:\n  GOGC: 400\n.base: &base\n  image: go\ntest:\n  <<: *base\n  script: make test',
    ],
    [
      'pipelines of GitLab',
      'a:\n  variables:\n    GOGC: 50\n  script:\n    - |\n      kubectl apply <<EOF\n      resources:\n        limits: {memory: 1Gi}',
    ],
    [
      'pipelines of GitLab',
      'version: 2.1\njobs:\n  test:\n    docker:\n      - image: go\n        environment:\n          GOGC: 400\n    steps: [checkout]',
    ],
    ['pipelines of', 'trigger: none\nvariables:\n  GOGC: 400\nsteps:\n  - script: go test ./...'],
    ['pipelines of', 'variables:\n  GOGC: 400\nenvironment:\n  stage: test\n  script:\n    - go env'],
    ['a manifest of AWS Copilot', 'name: api\ntype: Backend Service\nmemory: 512\nvariables:\n  GOGC: 400'],
    ['a service of App Runner', '{"ServiceName": "a", "InstanceConfiguration": {"Memory": "2048"}}'],
    ['a job of Nomad', '{"Job": {"TaskGroups": [{"Tasks": [{"Env": {"GOGC": "50"}}]}]}}'],
    [
      'a job of Nomad',
      '$ nomad job inspect api\n{\n  "Job": {"TaskGroups": [{"Tasks": [{"Env": {"GOGC": "50"}}]}]}\n}',
    ],
    ['a job of Nomad', 'Ours:\n\n```json\n{"Job": {"TaskGroups": [{"Tasks": [{"Env": {"GOGC": "50"}}]}]}}\n```'],
    ['an app of DigitalOcean', '{"spec": {"services": [{"instance_size_slug": "basic-xxs"}]}}'],
    ['a score.yaml', 'apiVersion: score.dev/v1b1\ncontainers:\n  api: {variables: {GOGC: 50}}'],
    ['a configuration of supervisord', '[program:api]\nenvironment=GOGC="50"'],
  ])('%s, which has another form than those that are read', (what, text) => {
    expect(readAs(text).problem).toMatch(
      new RegExp(`^we cannot read ${what}.*: paste .* as lines NAME=value, and give .* --container`),
    )
  })

  it('no chart values or other objects that have a key of such a file', () => {
    const limits = ['resources: {limits: {memory: 512Mi}}', 'env: [{name: GOGC, value: "50"}]']
    for (const lines of [
      ['service: {port: 80}', 'image: {tag: "1"}', 'servers: {replicas: 2}', ...limits],
      ['runtime: containerd', 'handler: {enabled: true}', ...limits],
      ['applications:', '  - name: other', 'resources:', '  limits:', '    memory: 512Mi'],
      ['variables:', '  region: eu', 'livenessProbe:', '  script:', '    - /bin/check', ...limits],
      ['job:', '  stage: prod', '  script: /run.sh', ...limits],
      ['variables:', '  region: eu', 'initTasks:', '  - task: migrate', 'resources:', '  limits: {memory: 512Mi}'],
      ['nameOverride: api', 'type: Worker Service', ...limits],
      ['apiVersion: v1', 'kind: ConfigMap', 'data:', '  stage: prod', '  script: [a]', '---', 'apiVersion: v1', ...POD],
      [
        'apiVersion: v1',
        'kind: ConfigMap',
        'data:',
        '  job.json: |',
        '    {"TaskGroups": [{"InstanceConfiguration": 1}]}',
        '---',
        'apiVersion: v1',
        ...POD,
      ],
      ...[
        '{"FunctionName": "f", "MemorySize": 512}',
        '{"guest": {"memory_mb": 512}}',
        '[{"name": "A", "slotSetting": false}]',
      ].flatMap((json) =>
        [[`      "A": '${json}'`], ['      A: |', `        ${json}`]].map((variable) => [
          ...['services:', '  api:', '    mem_limit: 512m', '    environment:', ...variable],
        ]),
      ),
      ['[Service]', 'MemoryMax=512M', `Environment='A={"FunctionName": "f", "MemorySize": 512}'`],
      ['services:', '  api:', '    mem_limit: 512m', '    labels:', '      stage: prod', '      script: api.sh'],
      ['services:', '  - name: api', '    image: x', '    resources:', '      limits:', '        memory: 512Mi'],
      ['global:', '  stage: prod', 'hooks:', '  script:', '    - /bin/check', ...limits],
      ['service:', '  port: 80', 'provider: aws', 'functions: {}', ...limits],
      ['containerProperties: {a: b}', ...limits],
      ['version: 2', 'jobs:', '  clean: {enabled: true}', ...limits],
      ['runtime: go', 'run: {asUser: 1}', 'version: 1.0', 'handlers: {a: b}', ...limits],
    ])
      expect(readAs(...lines), lines.join('\n')).toMatchObject({ memoryMiB: 512 })
    const env = ['env:', '  GOGC: 50']
    for (const lines of [
      ['name: api', 'job:', '  stage: nightly', '  script: run.sh', ...env],
      ['variables:', '  region: eu', 'hooks:', '  script: run.sh', ...env],
      ['image:', '  tag: "1"', 'variables:', '  region: eu', 'check:', '  script: run.sh', ...env],
      ['replicaCount: 1', 'image: api', 'variables:', '  GOGC: "50"', 'check:', '  image: busybox', '  script: run.sh'],
      ['image:', '  tag: "1"', 'variables:', '  GOGC: "50"', 'hooks:', '  script: run.sh'],
      ['variables:', '  region: eu', 'migrations:', '  - script: run.sh', ...env],
      ['image: app', 'deployment:', ...[...env, '  stage: prod', '  script: /run.sh'].map((line) => `  ${line}`)],
    ])
      expect(readAs(...lines), lines.join('\n')).toMatchObject({ settings: { GOGC: '50' } })
  })

  it.each([
    'include: a.yml\nvariables:\n  GOGC: 400\nunit:\n  extends: .go',
    'variables:\n  GOGC: 400\ndeploy:\n  trigger: acme/deploy',
    'variables:\n  GOGC: 400\ntest:\n  run:\n    - name: t\n      script: go test',
    'trigger: [main]\nvariables:\n  GOGC: 400\nsteps:\n  - template: steps.yml',
    'variables:\n  GOGC: 400\njobs:\n  - template: j.yml',
    'service: api\nstages: [build]\nvariables:\n  GOGC: 400\nbuild:\n  extends: .go',
  ])('a pipeline is no manifest, though its variables set Go: %s', (text) => {
    expect(readAs(text).problem).toMatch(/^(it is not an input that we know|we cannot read pipelines)/)
  })

  it.each([
    '"cpus": 8, "mem": 734003200',
    '"formation": {"a": 1}',
    '"guest": 1, "memory_mb": 512',
    '"FunctionName": "f", "MemorySize": 256',
    '"memoryLimitInBytes": 1',
  ])('no /debug/vars of a program that publishes %s', (published) => {
    const memstats = '{"Alloc": 1e8, "TotalAlloc": 9e9, "Sys": 2e8, "HeapAlloc": 1e8, "HeapSys": 1.8e8, "NumGC": 120}'
    expect(readAs(`{"cmdline": ["/app"], ${published}, "memstats": ${memstats}}`)).toEqual({ kind: 'vars' })
  })
})

it('A task definition of ECS may be YAML', () => {
  const lines = ['family: api', 'cpu: "512"', 'memory: "1024"', 'containerDefinitions:', '  - name: api']
  expect(readAs(...lines, '    environment:', '      - {name: GOGC, value: "50"}')).toMatchObject({
    ...{ kind: 'ecs', memoryMiB: 1024, cpuLimit: 0.5, settings: { GOGC: '50' } },
  })
})

it('What az, aws or gcloud print is read below the command', () => {
  const inJson =
    '{"type": "Microsoft.App/containerApps", "properties": {"template": {"containers": [{"resources": {"memory": "1Gi"}}]}}}'
  const inYaml = ['type: Microsoft.App/containerApps', 'template:', '  containers: [{resources: {memory: 1Gi}}]']
  for (const lines of [[inJson], inYaml])
    expect(readAs('$ az containerapp show -n api', ...lines)).toMatchObject({ kind: 'azure', memoryMiB: 1024 })
})

describe('a command that sets a limit and variables is refused, and says what to give instead', () => {
  it.each([
    'gcloud run deploy api --memory 512Mi --set-env-vars GOGC=50',
    '$ gcloud run deploy api \\\n    --memory 512Mi',
    'az container create --name api --memory 1.5 --environment-variables GOGC=50',
    'aws lambda update-function-configuration --function-name f --memory-size 256',
    "kubectl run api --image=api --limits='memory=512Mi' --env=GOGC=50",
    'kubectl set env deployment/api GOGC=50',
    'docker update -m 512m api',
    'helm upgrade api ./chart --set resources.limits.memory=512Mi',
  ])('%s', (command) => {
    expect(readAs(command).problem).toMatch(/^we cannot read this command: .* NAME=value.*--container.*kubectl get pod/)
  })

  it.each(['web: ./bin/api -port $PORT', 'worker: GOGC=50 ./bin/worker'])('a Procfile: %s', (line) => {
    expect(readAs(line).problem).toMatch(/^a Procfile has only commands/)
  })
})

it('a manifest stays one although a comment or a text in it names a metric of Go with a number', () => {
  const metric = '/gc/heap/live:bytes 400000000'
  expect(readAs('FROM golang', `# watch ${metric}`, 'ENV GOGC=50')).toMatchObject({ settings: { GOGC: '50' } })
  expect(
    readAs('apiVersion: v1', ...POD, 'metadata:', '  annotations:', '    alert: |', `      ${metric}`),
  ).toMatchObject({
    memoryMiB: 512,
  })
})
