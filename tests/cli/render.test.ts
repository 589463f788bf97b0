import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findFences, withPictures } from '../../src/cli/render/fences.ts'
import { call, createFolder } from './harness.ts'

const folder = createFolder()
afterAll(() => folder.remove())

const DOCUMENT = `# Limits

\`\`\`sawtooth height=300 caption="A spike"
spike gogc=50 memoryLimit=40MiB
\`\`\`

Text between.

~~~sawtooth show=heap
#v=1&preset=steady
~~~

\`\`\`\`md
\`\`\`sawtooth
not ours
\`\`\`
\`\`\`\`
`

describe('fences', () => {
  it('are told from blocks that only speak of them, with their options', () => {
    const fences = findFences(DOCUMENT)
    expect(fences.map(({ body }) => body)).toEqual(['spike gogc=50 memoryLimit=40MiB', '#v=1&preset=steady'])
    expect(Object.fromEntries(fences[0]!.options)).toEqual({ height: '300', caption: 'A spike' })
  })

  it.each(['sawtooth-output', 'sawtooth.json', 'sawtooth,x', 'sawtoothed'])('are not blocks of %s', (language) => {
    expect(findFences(`~~~${language}\nspike\n~~~\n`)).toEqual([])
  })

  it.each(['sawtooth', 'sawtooth ', ' sawtooth\theight=300'])('may be marked %j', (mark) => {
    expect(findFences(`~~~${mark}\r\nspike\r\n~~~\r\n`)).toHaveLength(1)
  })

  it('keep everything else of the document, however often pictures are put in', () => {
    const once = withPictures(DOCUMENT, findFences(DOCUMENT), ['one', 'two'], false)
    expect(withPictures(once, findFences(once), ['one', 'two'], false)).toBe(once)
    const left = once.split('\n').filter((line) => !/sawtooth:picture|^(one|two)$/.test(line))
    expect(left.filter((line) => line !== '')).toEqual(DOCUMENT.split('\n').filter((line) => line !== ''))
  })

  it('in MDX have comments that MDX reads', () => {
    const mdx = withPictures(DOCUMENT, findFences(DOCUMENT), ['one', 'two'], true)
    expect(mdx).toContain('{/* sawtooth:picture */}')
    expect(mdx).not.toContain('<!--')
    expect(withPictures(mdx, findFences(mdx), ['one', 'two'], true)).toBe(mdx)
  })
})

describe('sawtooth render', () => {
  it('writes light and dark pictures beside the text, with what they show in words and a link to the live figure', async () => {
    mkdirSync(join(folder.path, 'docs'))
    const path = folder.write('docs/limits.md', DOCUMENT)
    const { code, out } = await call(['render', join(folder.path, 'docs'), '--base', 'https://example.org/sawtooth'])
    expect(code).toBe(0)
    const files = readdirSync(join(folder.path, 'docs')).sort()
    for (const i of [1, 2])
      for (const shade of ['dark', 'light']) expect(files).toContain(`limits.sawtooth-${i}.${shade}.svg`)
    expect(out).toContain('limits.sawtooth-1.light.svg')
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(
      'href="https://example.org/sawtooth/#v=1&amp;preset=spike&amp;gogc=50&amp;memoryLimit=40MiB"',
    )
    expect(text).toMatch(/alt="[^"]*GOGC=50 · GOMEMLIMIT=40MiB[^"]*peak memory \d/)
    expect(text).toContain('<em>A spike</em>')
    expect(text).toContain('height="300"')
    const svg = readFileSync(join(folder.path, 'docs/limits.sawtooth-2.light.svg'), 'utf8')
    expect(svg).toMatch(/^<svg|^<\?xml/)
    expect(svg).not.toBe(readFileSync(join(folder.path, 'docs/limits.sawtooth-2.dark.svg'), 'utf8'))
  })

  it('changes nothing that has not changed, and says with --check what would', async () => {
    const path = folder.write('same.md', DOCUMENT)
    await call(['render', path])
    const picture = join(folder.path, 'same.sawtooth-1.light.svg')
    utimesSync(picture, 1, 1)
    expect(await call(['render', path])).toMatchObject({ code: 0, out: '' })
    expect(statSync(picture).mtimeMs).toBe(1000)
    expect(await call(['render', path, '--check'])).toMatchObject({ code: 0, out: '' })
    folder.write('same.md', readFileSync(path, 'utf8').replace('gogc=50', 'gogc=60'))
    const before = readFileSync(picture, 'utf8')
    const check = await call(['render', path, '--check'])
    expect(check).toMatchObject({ code: 3, out: expect.stringContaining('stale: ') })
    expect(readFileSync(picture, 'utf8')).toBe(before)
    await call(['render', path])
    expect(readFileSync(picture, 'utf8')).not.toBe(before)
  })

  it('removes the picture of a removed block, which would show another block’s file; --check says that it would', async () => {
    const path = folder.write('gone.md', DOCUMENT)
    await call(['render', path])
    const without = readFileSync(path, 'utf8').replace(/```sawtooth height[^`]*```\n/, '')
    folder.write('gone.md', without)
    expect((await call(['render', path, '--check'])).code).toBe(3)
    await call(['render', path])
    expect(readFileSync(path, 'utf8').match(/<img /g)).toHaveLength(1)
    expect(await call(['render', path, '--check'])).toMatchObject({ code: 0, out: '' })
    // The last one, too.
    folder.write('gone.md', readFileSync(path, 'utf8').replace(/~~~sawtooth[^~]*~~~\n/, ''))
    expect((await call(['render', path, '--check'])).out).toBe(`stale: ${path}\n`)
    await call(['render', path])
    expect(readFileSync(path, 'utf8')).not.toContain('<img ')
  })

  it('prints what is on standard input with the pictures in place of the blocks, and writes no file', async () => {
    const { code, out } = await call(['render', '-', '--base', 'https://example.org/s'], { stdin: DOCUMENT })
    expect(code).toBe(0)
    expect(findFences(out)).toEqual([])
    expect(out.match(/srcset="data:image\/svg\+xml;base64,[\w+/=]+"/g)).toHaveLength(2)
    const [, light = ''] = /<img src="data:image\/svg\+xml;base64,([^"]+)"/.exec(out) ?? []
    expect(Buffer.from(light, 'base64').toString()).toContain('GOMEMLIMIT=40MiB')
    expect(out).toContain('<a href="https://example.org/s/#v=1&amp;preset=steady">')
    expect(out).toContain('not ours')
    // The same of a document that has pictures beside it already.
    const path = folder.write('again.md', DOCUMENT)
    await call(['render', path])
    const again = await call(['render', '-', '--base', 'https://example.org/s'], { stdin: readFileSync(path) })
    expect(again.out).toBe(out)
    expect((await call(['render', '-', '--check'])).code).toBe(2)
    expect((await call(['render', '-'], { stdin: '```sawtooth\nspikes\n```\n' })).err).toContain(
      'standard input:1: "spik',
    )
  })

  it('links where a block’s own link leads, marks the language of its caption, and keeps a list’s indent', async () => {
    const stdin =
      '- One:\n  ```sawtooth caption="Eine <Spitze>" lang=de\n  https://example.org/a/#v=1&preset=spike\n  ```\n'
    const { out } = await call(['render', '-'], { stdin })
    expect(out).toContain('\n  <p><a href="https://example.org/a/#v=1&amp;preset=spike">')
    expect(out).toContain('<em lang="de">Eine &lt;Spitze&gt;</em>')
  })

  it('draws blocks in lists, admonitions and quotes, however far indented, and leaves those that are shown as code', async () => {
    const block = (before: string, body: string) =>
      ['```sawtooth', body, '```'].map((line) => `${before}${line}`).join('\n')
    const held = [
      `1. In a list\n\n${block('    ', 'spike gogc=50')}`,
      `!!! note\n    In a note\n\n${block('    ', 'spike gogc=60')}`,
      `=== "A tab"\n    - In a list\n\n${block('\t\t', 'spike gogc=70')}`,
      block('> ', 'spike gogc=80'),
      `> 1. In a list\n>\n${block('>     ', 'spike gogc=90')}`,
    ]
    const stdin = held.join('\n\nText.\n\n')
    const { out } = await call(['render', '-', '--base', 'https://example.org/s/'], { stdin })
    expect(out.match(/gogc=\d+/g)).toEqual(['gogc=50', 'gogc=60', 'gogc=70', 'gogc=80', 'gogc=90'])
    expect(out).not.toContain('```')
    expect(out).toContain('\n    <p><a href=')
    expect(out).toContain('\n>\n> <p><a href=')
    const shown = `So one writes a block:\n\n${block('    ', 'no preset')}\n`
    expect((await call(['render', '-'], { stdin: shown })).out).toBe(shown)
  })

  it('refuses a block of the map, without saying that a value is kept', async () => {
    const errorOf = async (body: string) =>
      (await call(['render', '-'], { stdin: `\`\`\`sawtooth\n${body}\n\`\`\`\n` })).err
    expect(await errorOf('#v=1&preset=spike&show=map')).toContain('show=map is for frames: a picture shows the run')
    expect(await errorOf('spike gogc=ten')).toMatch(/gogc: "ten" is not a percentage such as 100, or "off"\n$/)
    expect(await errorOf('spike GOGC=50')).toContain('GOGC: unknown key; did you mean "gogc"?')
    const asked = await call(['export', '#v=1&preset=spike&show=map', '--as', 'svg'])
    expect(asked).toMatchObject({ code: 1, out: expect.stringContaining('show=map is for frames') })
    expect((await call(['export', '#v=1&preset=spike&show=map', '--as', 'env'])).code).toBe(0)
  })

  it('ignores line ends that a checkout changed', async () => {
    const path = folder.write('windows.md', DOCUMENT)
    await call(['render', path])
    const files = readdirSync(folder.path).filter((name) => /^windows.*(md|svg)$/.test(name))
    for (const name of files) folder.write(name, readFileSync(join(folder.path, name), 'utf8').replaceAll('\n', '\r\n'))
    expect(files).toHaveLength(5)
    expect(await call(['render', path, '--check'])).toMatchObject({ code: 0, out: '' })
  })

  it.each([
    ['capton="A"', 'capton: is no option of a block; did you mean "caption"?'],
    ['height=tall', 'height: "tall": takes pixels'],
    ['show=cpu', 'show: "cpu": takes heap'],
    ['lang=English!', 'lang: "English!": takes the language'],
    ['caption=A long spike', 'long spike: is no option of a block'],
    ['caption="He said \\"hi\\" twice"', 'hi\\" twice": is no option of a block'],
  ])('says what is wrong with the option %s', async (option, message) => {
    const { code, err, out } = await call(['render', '-'], { stdin: `~~~sawtooth ${option}\nspike\n~~~\n` })
    expect(code).toBe(1)
    expect(err).toContain(message)
    expect(JSON.parse(out)).toEqual({ problems: [expect.objectContaining({ path: 'standard input:1' })] })
  })

  it('says which block is wrong, and leaves that document as it was', async () => {
    const path = folder.write('wrong.md', '```sawtooth\nspikes\n```\n')
    const { code, err } = await call(['render', path])
    expect(code).toBe(1)
    expect(err).toContain('wrong.md:1: "spikes" is no preset')
    expect(readFileSync(path, 'utf8')).toBe('```sawtooth\nspikes\n```\n')
    expect((await call(['render'])).code).toBe(2)
    expect((await call(['render', path, '--base', 'nowhere'])).code).toBe(2)
  })

  it('adds no problems to a document that is printed', async () => {
    const { code, err, out } = await call(['render', '-', 'nowhere.md'], { stdin: '# Text\n' })
    expect([code, out]).toEqual([1, '# Text\n'])
    expect(err).toContain('nowhere.md: there is no such file or folder')
  })

  it('leaves a document that is not UTF-8 as it was, and says so', async () => {
    const latin = Buffer.from(`Größe\n\n${DOCUMENT}`, 'latin1')
    const path = folder.write('latin.md', latin)
    const { code, out, err } = await call(['render', path])
    expect(code).toBe(1)
    expect(err).toContain('latin.md: this is not UTF-8 text')
    expect(JSON.parse(out)).toEqual({ problems: [{ path, message: 'this is not UTF-8 text' }] })
    expect(readFileSync(path).equals(latin)).toBe(true)
    expect(readdirSync(folder.path).filter((name) => name.startsWith('latin'))).toEqual(['latin.md'])
  })

  it('keeps a byte order mark', async () => {
    const path = folder.write('mark.md', `\ufeff${DOCUMENT}`)
    await call(['render', path])
    expect(readFileSync(path, 'utf8').startsWith('\ufeff# Limits')).toBe(true)
    const first = folder.write('first.md', '\ufeff```sawtooth\nspike\n```\n')
    expect((await call(['render', '--check', first])).code).toBe(3)
    await call(['render', first])
    expect(readFileSync(first, 'utf8')).toMatch(/^\ufeff```sawtooth\nspike\n```\n\n<!-- sawtooth:picture -->\n<p>/)
  })

  it('gives documents with the same name different pictures; the first keeps its usual names', async () => {
    const block = (preset: string) => `~~~sawtooth\n${preset}\n~~~\n`
    const md = folder.write('two.md', block('spike'))
    await call(['render', md])
    const before = readFileSync(md, 'utf8')
    const mdx = folder.write('two.mdx', block('steady'))
    await call(['render', mdx, md])
    expect(await call(['render', md, mdx, '--check'])).toMatchObject({ code: 0, out: '' })
    expect(readFileSync(md, 'utf8')).toBe(before)
    expect(before).toContain('"./two.sawtooth-1.light.svg"')
    expect(readFileSync(mdx, 'utf8')).toContain('"./two.mdx.sawtooth-1.light.svg"')
    const alone = folder.write('alone.mdx', block('spike'))
    await call(['render', alone])
    expect(readFileSync(alone, 'utf8')).toContain('"./alone.sawtooth-1.light.svg"')
  })

  it('writes addresses that lead to the pictures, whatever the document is called', async () => {
    const path = folder.write('my doc, 50% #2?.md', DOCUMENT)
    await call(['render', path])
    const text = readFileSync(path, 'utf8')
    const [, light = ''] = /<img src="([^"]+)"/.exec(text) ?? []
    const [, dark = ''] = /srcset="([^"]+)"/.exec(text) ?? []
    for (const address of [light, dark]) {
      // A space or comma ends an address in srcset.
      expect(address).not.toMatch(/[ ,]/)
      const { pathname, search, hash } = new URL(address, 'https://example.org/')
      expect({ search, hash }).toEqual({ search: '', hash: '' })
      expect(readdirSync(folder.path)).toContain(decodeURIComponent(pathname.slice(1)))
    }
  })
})
