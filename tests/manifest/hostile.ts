/** Where a secret may stand in a manifest: each `%S%` is a place. */
export const HOSTILE: Readonly<Record<string, string>> = {
  'a List with Secrets, ConfigMaps and a Deployment': `apiVersion: v1
kind: List
# token: %S%
items:
  - apiVersion: v1
    kind: Secret
    metadata: {name: db, annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"data":"%S%"}'}}
    data: {password: %S%}
    stringData: {GOGC: %S%, GOMEMLIMIT: "%S%", env: "GOGC=%S%"}
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings, labels: {owner: %S%}}
    data:
      GOMEMLIMIT: %S%
      app.yaml: |
        containers: [{name: x, env: [{name: GOGC, value: %S%}]}]
        password: %S%
    binaryData: {key: %S%}
  - apiVersion: apps/v1
    kind: Deployment
    metadata: {name: app, annotations: {token: "%S%"}}
    spec:
      template:
        metadata: {annotations: {vault: %S%}, labels: {app: %S%}}
        spec:
          imagePullSecrets: [{name: %S%}]
          serviceAccountName: %S%
          volumes: [{name: v, secret: {secretName: %S%}}]
          initContainers:
            - {name: init, args: [--key=%S%], env: [{name: TOKEN, value: %S%}, {name: GOGC, value: "%S%"}]}
          containers:
            - name: app
              image: registry.example/app:%S%
              command: [app, --password, %S%]
              args: ["-e", "GOGC=%S%"]
              envFrom: [{secretRef: {name: %S%}}, {configMapRef: {name: %S%}, prefix: %S%}]
              env:
                - {name: DB_PASSWORD, value: %S%}
                - {name: GOGC, value: %S%}
                - {name: GOMEMLIMIT, value: "%S%"}
                - {name: GOMAXPROCS, value: "%S%"}
                - {name: GOGCC, value: %S%}
                - {name: GO_MEM_LIMIT, value: %S%}
                - {name: API_KEY, valueFrom: {secretKeyRef: {name: %S%, key: %S%}}}
              resources: {limits: {memory: 512Mi, cpu: 500m}, requests: {memory: "%S%"}}
              livenessProbe: {httpGet: {path: /, httpHeaders: [{name: Authorization, value: %S%}]}}
`,
  'references whose parts are text': `apiVersion: v1
kind: Pod
spec:
  containers:
    - name: app
      resources: {limits: {memory: 512Mi}}
      env:
        - name: GOMEMLIMIT
          valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: %S%, containerName: %S%}}
---
apiVersion: v1
kind: Pod
spec:
  containers:
    - name: app
      resources: {limits: {memory: %S%, cpu: %S%}}
      env:
        - name: GOMEMLIMIT
          valueFrom: {resourceFieldRef: {resource: "%S%"}}
        - name: GOGC
          valueFrom: {configMapKeyRef: {name: %S%, key: %S%}}
`,
  'aliases, merge keys and tags': `x-secrets: &secrets
  API_KEY: &key %S%
  GOMEMLIMIT: *key
x-gogc: &gogc !%S% "%S%"
services:
  app:
    mem_limit: 512m
    environment:
      <<: *secrets
      GOGC: *key
      GOGCC: *gogc
      GOMAXPROCS: [*key, %S%]
    labels: {token: *key}
`,
  'what Helm renders': `---
# Source: app/templates/secret.yaml
# password %S%
apiVersion: v1
kind: Secret
metadata:
  name: app
type: Opaque
data:
  tls.key: |
    -----BEGIN PRIVATE KEY-----
    %S%
    -----END PRIVATE KEY-----
---
# Source: app/templates/cron.yaml
apiVersion: batch/v1
kind: CronJob
spec:
  jobTemplate:
    spec:
      template:
        spec:
          containers:
            - name: job
              env:
                - name: GOGC # %S%
                  value: "off" # %S%
                - name: GOMEMLIMT
                  value: >-
                    %S%
                - name: TOKEN
                  value: %S%
---
apiVersion: bitnami.com/v1alpha1
kind: SealedSecret
spec: {encryptedData: {GOGC: %S%}, template: {data: {config: "%S%"}}}
`,
  'YAML that is broken': `apiVersion: v1
kind: Pod
metadata: {annotations: {a: "%S%"}
spec:
  containers: [{name: app, env: [{name: GOGC, value: "%S%}]}]
 bad: %S%
`,
  compose: `version: "3"
services:
  app:
    image: app:%S%
    command: --key %S%
    env_file: [%S%, .env]
    secrets: [%S%]
    mem_limit: 512m
    environment:
      API_KEY: %S%
      GOGC: %S%
      GOMEMLIMIT: "\${SECRET:-%S%}"
      GOMEMLIMITS: %S%
  worker:
    environment:
      - TOKEN=%S%
      - GOGC=%S%
      - "GOMEMLIMIT=%S%"
    labels: ["token=%S%"]
    healthcheck: {test: ["CMD", "curl", "-u", "%S%"]}
secrets:
  db: {file: ./%S%}
`,
  Dockerfile: `# syntax=docker/dockerfile:1 %S%
FROM golang:1.26 AS %S%
ARG TOKEN=%S%
ARG GOGC=%S%
ENV TOKEN=%S% GOGC=%S% GOMEMLIMIT="%S%"
ENV GOMEMLIMT %S%
RUN --mount=type=secret,id=%S% login -p %S%
LABEL token="%S%"
CMD ["/app", "--key=%S%"]
`,
  'a systemd unit': `[Unit]
Description=%S%
[Service]
MemoryMax=512M
Environment=TOKEN=%S% GOGC=%S%
Environment="GOMEMLIMIT=%S%" 'GOGCC=%S%'
EnvironmentFile=/etc/%S%
ExecStart=/app --key %S%
# %S%
`,
  'a ConfigMap alone': `apiVersion: v1
kind: ConfigMap
metadata: {name: %S%, namespace: %S%, annotations: {token: %S%}}
data: {GOGC: %S%, GC: "%S%", GOMEMLIMIT: 900MiB, limit: "%S%", %S%: off, PASSWORD: %S%}
`,
  'a unit that takes back': `[Service]
MemoryMax=%S%
MemoryHigh=512m # %S%
CPUQuota=%S%
Environment=GOGC=%S%
UnsetEnvironment=GOGC=%S% %S%
ExecStart=/bin/sh -c 'export GOMEMLIMIT=%S%; TOKEN=%S% exec env -u %S% GOMAXPROCS=%S% /app'
`,
  'a service that extends another one': `services:
  app:
    extends: {file: %S%, service: %S%}
    cpu_quota: "%S%"
    cpu_period: %S%
    environment: [TOKEN=%S%, GOGC=%S%]
  worker:
    extends: app
    command: sh -c "GOMEMLIMIT=%S% exec /app --key %S%"
`,
  'lines of a shell': `export TOKEN=%S% GOGC=%S%
GOGC=%S%; export GOGC %S%
TOKEN=%S% GOMEMLIMIT=%S% ./app --key %S% # %S%
GOMAXPROCS=%S% && login %S%
GOGC=100 # %S%
`,
  'an env file': `# %S%
API_KEY=%S%
export TOKEN="%S%"
GOGC=%S%
GOMEMLIMIT='%S%'
GOMEMLIMITT=%S% # %S%
GOMAXPROCS=%S%
`,
  'docker inspect': `[{"Name": "/api", "Args": ["--key=%S%"], "State": {"Error": "%S%", "OOMKilled": true},
  "HostConfig": {"Memory": 536870912, "CpusetCpus": "%S%", "Binds": ["%S%:/keys"]},
  "Config": {"Env": ["TOKEN=%S%", "GOGC=%S%", "GOMEMLIMIT=%S%"], "Cmd": ["env", "GOGC=%S%", "%S%"], "Labels": {"GOGC": "%S%"}}}]`,
  'docker run': `docker login -u me -p %S% registry
docker run -d -m 512m -e TOKEN=%S% -e GOGC=%S% --env GOMEMLIMIT=%S% --env-file %S% \\
  --env=GOGCC=%S% --label key=%S% -v /%S%:/x app:%S% --password %S% # %S%
docker run --entrypoint %S% --cpu-quota=%S% --%S% x app env GOGC=%S% %S%
`,
  'an ECS task definition': `{
  "family": "%S%", "taskRoleArn": "arn:%S%", "cpu": "1024", "memory": "1024",
  "containerDefinitions": [{
    "name": "app", "image": "registry/%S%", "memory": 512,
    "environment": [
      { "name": "TOKEN", "value": "%S%" }, { "name": "GOGC", "value": "%S%" }, { "name": "GOMEMLIMIT", "value": "%S%" },
      { "name": "GOMEMLIMT", "value": "%S%" }
    ],
    "secrets": [{ "name": "GOMAXPROCS", "valueFrom": "arn:%S%" }, { "name": "DB", "valueFrom": "arn:%S%" }],
    "command": ["--key=%S%"], "dockerLabels": { "token": "%S%" }, "repositoryCredentials": { "x": "%S%" }
  }]
}
`,
}
