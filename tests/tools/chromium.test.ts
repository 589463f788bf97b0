import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'sawtooth-chromium-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = `
  import('${new URL('./chromium.mjs', import.meta.url)}')
    .then(({ findChromium }) => console.log(findChromium()))
    .catch((error) => { console.error(error.message); process.exitCode = 1 })`

/** Looks for a browser in a process of its own, where nothing is installed but what `env` names. */
function find(env: Record<string, string>) {
  const bare = { PATH: join(folder, 'empty'), PLAYWRIGHT_BROWSERS_PATH: join(folder, 'none') }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    env: { ...bare, ...env },
    encoding: 'utf8',
  })
  return { status, found: stdout.trim(), said: stderr }
}

function install(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  return path
}

const FOUR_WAYS = [/CHROMIUM=/, /on the PATH/, /playwright install chromium/, /Debian as root/]

describe('finding a browser', () => {
  it('takes the one that CHROMIUM names, whatever else there is', () => {
    const named = install('named')
    install('chromium')
    expect(find({ CHROMIUM: named, PATH: folder })).toMatchObject({ status: 0, found: named })
  })

  it('takes one on the PATH', () => {
    const path = install('chromium')
    expect(find({ PATH: folder })).toMatchObject({ status: 0, found: path })
  })

  it('takes the one without windows where there are both, which is the faster one', () => {
    const alone = mkdtempSync(join(folder, 'both-'))
    install(join(basename(alone), 'chromium'))
    const path = install(join(basename(alone), 'chromium-headless-shell'))
    expect(find({ PATH: alone })).toMatchObject({ status: 0, found: path })
  })

  it('fails where CHROMIUM names nothing, rather than taking another', () => {
    install('chromium')
    const { status, said } = find({ CHROMIUM: join(folder, 'gone'), PATH: folder })
    expect(status).toBe(1)
    expect(said).toContain(join(folder, 'gone'))
    for (const way of FOUR_WAYS) expect(said).toMatch(way)
  })

  it.skipIf(process.platform !== 'linux')('fails naming all four ways where there is none', () => {
    // Without a PATH there is no apt-get either, so nothing is installed even on Debian as root.
    const { status, said } = find({})
    expect(status).toBe(1)
    for (const way of FOUR_WAYS) expect(said).toMatch(way)
  })
})
