import { describe, expect, it } from 'vitest'
import { manifestKindOf } from '../../src/manifest/kind.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

function read(text: string) {
  const kind = manifestKindOf(text)!
  const manifest = parseManifest(text, kind)
  if (!manifest.ok) return { kind, problem: manifest.problems[0]?.message }
  const [{ memoryLimit, cpuLimit, env } = { env: [] }] = manifest.value.containers
  return {
    kind,
    memoryLimit,
    cpuLimit,
    settings: Object.fromEntries(env.map(({ name, text: value }) => [name, value])),
  }
}

describe('YAML whose lines have lost their indentation', () => {
  it.each([
    'apiVersion: v1\nkind: Pod\nmetadata:\nname: api\nspec:\ncontainers:\n- name: api\nimage: api:1\nresources:\nlimits:\nmemory: "512Mi"\n',
    'containers:\n- name: api\nresources:\nlimits:\nmemory: "2Gi"\nenv:\n- name: GOMEMLIMIT\nvalueFrom:\nresourceFieldRef:\nresource: limits.memory\n',
    'services:\nweb:\nimage: web:1\ndeploy:\nresources:\nlimits:\nmemory: 1G\n',
  ])('is refused: %j', (text) => {
    expect(read(text).problem).toMatch(/no indentation, .* copy it again/)
  })
})
