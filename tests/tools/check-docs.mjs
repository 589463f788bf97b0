// Builds real documentation with figures in it: Astro with the plug-in for remark, MkDocs with the hook, both from their
// registries and with the package as `npm pack` makes it, in a temporary folder. Then looks into the pages.
// Astro 5 is the last one for Node 20.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const BASE = 'https://example.org/sawtooth'
const DOCUMENT = `# Limits

\`\`\`sawtooth caption="A spike under a limit" height=300
spike gogc=50 memoryLimit=40MiB
\`\`\`

Between.

- In a list:

  \`\`\`sawtooth show=heap
  ${BASE}/#v=1&preset=thrash
  \`\`\`

\`\`\`sawtooth
{"version": 1, "gogc": 50, "program": {"initialLive": "20MiB", "phases": [{"duration": 10, "allocRate": "50MiB"}]}}
\`\`\`

Behind.
`
const FIGURES = 3
const LINKS = [/#v=1&preset=spike&gogc=50&memoryLimit=40MiB$/, /#v=1&preset=thrash$/, /#v=1&z=/]

const ASTRO = `import mdx from '@astrojs/mdx'
import { remarkSawtooth } from 'sawtooth/remark'
export default { integrations: [mdx()], markdown: { remarkPlugins: [[remarkSawtooth, { base: '${BASE}/' }]] } }
`
const MKDOCS = `site_name: A site
hooks: [node_modules/sawtooth/hosting/mkdocs.py]
extra: {sawtooth: '${BASE}'}
`

const folder = mkdtempSync(join(tmpdir(), 'sawtooth-docs-'))
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0' }
try {
  const tarball = pack()
  write('package.json', '{"type": "module", "private": true}')
  run('npm', 'install', '--no-audit', '--no-fund', '--silent', 'astro@5', '@astrojs/mdx@4', tarball)
  checkAstro()
  checkMkDocs()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function pack() {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(
    execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  return join(folder, filename)
}

function checkAstro() {
  write('astro.config.mjs', ASTRO)
  write('src/pages/plain.md', DOCUMENT)
  // In MDX braces begin a script; a block of code may hold them.
  write('src/pages/script.mdx', DOCUMENT.replace('Between.', '{[1, 2].map((i) => <b key={i}>{i}</b>)}'))
  const pictures = render('src/pages')
  run('npx', '--no-install', 'astro', 'build')
  for (const page of ['plain', 'script']) checkPage(`Astro, ${page}`, `dist/${page}/index.html`, pictures(page))
}

function checkMkDocs() {
  write('mkdocs.yml', MKDOCS)
  write('docs/index.md', DOCUMENT.replaceAll(/^ {2}/gm, '').replace('- In a list:', 'In no list:'))
  const pictures = render('docs')
  run('python3', '-m', 'venv', 'venv')
  run('venv/bin/pip', 'install', '--quiet', '--disable-pip-version-check', 'mkdocs')
  run('venv/bin/mkdocs', 'build', '--strict', '--quiet')
  checkPage('MkDocs', 'site/index.html', pictures('index'))
}

/**
 * Renders pictures beside the text, as in a repository; a second run must change nothing.
 *
 * @param {string} path
 * @returns {(page: string) => string[]} the pictures of a page as files, light and dark for each figure
 */
function render(path) {
  run('npx', '--no-install', 'sawtooth', 'render', path, '--base', BASE)
  run('npx', '--no-install', 'sawtooth', 'render', path, '--base', BASE, '--check')
  const files = readdirSync(join(folder, path)).filter((name) => name.endsWith('.svg'))
  return (page) =>
    files
      .filter((name) => name.startsWith(`${page}.`))
      .sort()
      .map((name) => read(join(path, name)))
}

/**
 * @param {string} name
 * @param {string} path
 * @param {string[]} pictures
 */
function checkPage(name, path, pictures) {
  const html = read(path)
  const problems = []
  const inside = [...html.matchAll(/data:image\/svg\+xml;base64,([^"]+)"/g)].map(([, text = '']) =>
    Buffer.from(text, 'base64').toString(),
  )
  if (inside.length !== 2 * FIGURES) problems.push(`${inside.length} pictures`)
  if (inside.join() !== pictures.join()) problems.push('other pictures than those beside the text')
  const alts = [...html.matchAll(/<img [^>]*alt="([^"]*peak memory[^"]*)"/g)]
  if (alts.length !== FIGURES) problems.push(`${alts.length} pictures say what they show`)
  const links = [...html.matchAll(/<a href="([^"]+)"><picture>/g)].map(([, link = '']) =>
    link.replace(/&#38;|&amp;|&#x26;/g, '&'),
  )
  if (links.length !== FIGURES || !LINKS.every((link, i) => link.test(links[i] ?? ''))) problems.push(`links: ${links}`)
  if (!/<em>A spike under a limit<\/em>/.test(html)) problems.push('no caption')
  if (/<code|sawtooth:picture|\.svg"/.test(html)) problems.push('what a block or an earlier run has left')
  if (!/Behind\./.test(html)) problems.push('the rest of the page is gone')
  if (problems.length > 0)
    throw new Error(`${name}: ${problems.join('; ')}\n${html.replace(/base64,[^"]+/g, 'base64,…')}`)
  console.log(`${name}: ${FIGURES} figures, light and dark, as beside the text`)
}

/**
 * @param {string} program
 * @param {...string} args
 */
function run(program, ...args) {
  return execFileSync(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(folder, path), 'utf8')
}
