import { dirname, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listModules, type Module } from './tools/modules.ts'

/** Each may import what stands before it. `main`, `embed`, `pages`, `cli` and `core` are doors: nothing imports them. */
const ORDER = [
  'scenario',
  'model',
  'gctrace',
  'metrics',
  'manifest',
  'prediction',
  'calibration',
  'known',
  'explore',
  'share',
  'lessons',
  'charts',
  'work',
  'store',
  'view',
  'ui',
  'log',
  'program',
  'learn',
]
const FIRST = ['result', 'json', 'units', 'numbers', 'linear-fit', 'distance', 'format']
const DOORS = ['main', 'embed', 'pages', 'cli', 'core']
const PURE = [...FIRST, ...ORDER.slice(0, ORDER.indexOf('charts'))]

/** The command line runs where there is no page; the charts draw into any document that they are given. */
const ONLY_ON_THE_PAGE = ['store', 'ui', 'log', 'program', 'learn']

/** Packages that the pure folders may use. fflate: compression for links. */
const PURE_PACKAGES: Readonly<Record<string, readonly string[]>> = { share: ['fflate'], manifest: ['yaml'] }

/** A clock, a random source, the DOM, the process: none of these in a function of its arguments. */
const IMPURE = [
  'Date',
  'performance',
  'crypto',
  'Math.random',
  'document',
  'window',
  'globalThis',
  'self',
  'process',
  'fetch',
]

const MAX_LINES = 400

/** What the page of evidence shows as it is: the one file outside `src` that `src` imports. */
const PAPER = 'docs/accuracy.md?raw'

/** The folder (or, at the root of src, the file) that a path belongs to. */
const layerOf = (path: string) => (path.split('/')[1] ?? '').replace(/\.(d\.)?tsx?$/, '')

function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (DOORS.includes(to)) return false
  if (FIRST.includes(from)) return FIRST.indexOf(to) !== -1 && FIRST.indexOf(to) < FIRST.indexOf(from)
  if (FIRST.includes(to)) return true
  if (DOORS.includes(from)) return ORDER.includes(to) && !(from === 'cli' && ONLY_ON_THE_PAGE.includes(to))
  return ORDER.includes(to) && ORDER.indexOf(to) < ORDER.indexOf(from)
}

const isRelative = (specifier: string) => specifier.startsWith('.')
const isWorker = ({ path }: Module) => posix.basename(path) === 'worker.ts'
const isPure = (module: Module) => PURE.includes(layerOf(module.path)) && !isWorker(module)

const modules = listModules('src')
const describeAll = (found: (module: Module) => readonly string[]) =>
  modules.flatMap((module) => found(module).map((what) => `${module.path}: ${what}`))

describe('the source tree', () => {
  it('has a place in the order for each file', () => {
    const known = [...FIRST, ...ORDER, ...DOORS, 'vite-env']
    expect(modules.filter(({ path }) => !known.includes(layerOf(path))).map(({ path }) => path)).toEqual([])
  })

  it('imports in one direction', () => {
    const wrong = describeAll(({ path, imports }) =>
      imports
        .filter(isRelative)
        .map((to) => posix.join(dirname(path), to))
        .filter((to) => !mayImport(layerOf(path), layerOf(to)) && !(layerOf(path) === 'pages' && to === PAPER)),
    )
    expect(wrong).toEqual([])
  })

  it('does not import the document reader into the line reader', () => {
    const rooms = ['line', 'read']
    const roomOf = (path: string) => (path.startsWith('src/gctrace/') ? (path.split('/')[2] ?? '') : '')
    const wrong = describeAll(({ path, imports }) => {
      const below = rooms.slice(0, Math.max(0, rooms.indexOf(roomOf(path))) + 1)
      const isAbove = (to: string) => rooms.includes(roomOf(to)) && !below.includes(roomOf(to))
      return rooms.includes(roomOf(path)) ? imports.filter((to) => isAbove(posix.join(dirname(path), to))) : []
    })
    expect(wrong).toEqual([])
  })

  it('keeps the pure folders free of packages and of Node', () => {
    const wrong = modules.filter(isPure).flatMap(({ path, imports }) => {
      const allowed = PURE_PACKAGES[layerOf(path)] ?? []
      return imports.filter((to) => !isRelative(to) && !allowed.includes(to)).map((to) => `${path}: ${to}`)
    })
    expect(wrong).toEqual([])
  })

  it('keeps the pure folders free of clock, random source and DOM', () => {
    const wrong = modules
      .filter(isPure)
      .flatMap(({ path, uses }) => IMPURE.filter((name) => uses.has(name)).map((name) => `${path}: ${name}`))
    expect(wrong).toEqual([])
  })

  it('imports Node’s modules only in `cli`', () => {
    const page = modules.filter(({ path }) => layerOf(path) !== 'cli')
    expect(page.flatMap(({ path, imports }) => imports.filter((to) => to.startsWith('node:')).map(() => path))).toEqual(
      [],
    )
  })

  it('keeps React and the store out of the charts', () => {
    const charts = modules.filter(({ path }) => layerOf(path) === 'charts')
    const wrong = charts.filter(({ imports }) => imports.some((to) => /^(react|react-dom|zustand)(\/|$)/.test(to)))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it(`has no file above ${MAX_LINES} lines`, () => {
    const long = [...modules, ...listModules('tests')].filter(({ lines }) => lines > MAX_LINES)
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
  })
})
