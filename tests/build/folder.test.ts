import { resolveConfig } from 'vite'
import { describe, expect, it } from 'vitest'

const PARTS = ['client', 'pages', 'embed', 'element', 'cli', 'lib']

describe('a build', () => {
  it('puts every part into the folder that it is given', async () => {
    const { environments } = await resolveConfig({ logLevel: 'silent', build: { outDir: 'elsewhere' } }, 'build')
    const folders = PARTS.map((name) => environments[name]?.build.outDir)
    expect(folders).toEqual(PARTS.map(() => 'elsewhere'))
  })
})
