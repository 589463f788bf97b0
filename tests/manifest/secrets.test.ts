import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingsOf } from '../../src/known/findings.ts'
import { toKnown } from '../../src/known/known.ts'
import { scenarioOf } from '../../src/known/scenario.ts'
import { toScenarioJson } from '../../src/scenario/json.ts'
import { readText } from '../metrics/read.ts'

const SECRET = 's3cr3t-hunter2'

const MANIFESTS = [
  `apiVersion: v1
kind: Pod
metadata: {annotations: {token: ${SECRET}}, name: app}
spec:
  containers:
    - name: app
      command: [app, --password=${SECRET}]
      env:
        - {name: DB_PASSWORD, value: ${SECRET}}
        - {name: GOGC_TOKEN, value: ${SECRET}}
        - {name: GOGCC, value: ${SECRET}}
        - {name: GOMEMLIMIT, value: ${SECRET}}
---
apiVersion: v1
kind: Secret
stringData: {GOGC: ${SECRET}, key: ${SECRET}}
`,
  `services:\n  app:\n    command: --key ${SECRET}\n    environment:\n      API_KEY: ${SECRET}\n      GOGC: ${SECRET}\n`,
  `API_KEY=${SECRET}\nGOGC=100\nGOMEMLIMIT=${SECRET}\n`,
  `docker run -e TOKEN=${SECRET} -e GOGC=${SECRET} --label a=${SECRET} app ${SECRET}`,
  `[Service]\nEnvironment=TOKEN=${SECRET} GOGC=${SECRET}\nExecStart=/app ${SECRET}\n`,
  `FROM golang\nENV TOKEN=${SECRET}\nRUN login ${SECRET}\nENV GOGC ${SECRET}\n`,
  `apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a}]}\n bad: "${SECRET}\n`,
]

describe('secrets in a manifest', () => {
  it.each(MANIFESTS)('are neither kept nor shown nor put into a scenario: %#', async (text) => {
    const read = await readText(text)
    expect(JSON.stringify(read)).not.toContain(SECRET)
    const manifests = read.ok && 'manifest' in read.value ? [read.value.manifest] : []
    const known = toKnown({ runs: [], manifests, typed: { liveHeap: 1e8, allocRate: 1e8 } })
    const scenario = scenarioOf(known)
    const shown = [known, findingsOf(manifests, known), scenario.ok && toScenarioJson(scenario.value)]
    expect(JSON.stringify(shown)).not.toContain(SECRET)
  })

  it('are dropped whatever the variable is called', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[A-Z_]{1,12}$/), async (name) => {
        const read = await readText(`GOGC=100\n${name}=${SECRET}\n`)
        expect(JSON.stringify(read)).not.toContain(SECRET)
      }),
      { numRuns: 200 },
    )
  })
})
