import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Rgb = readonly [number, number, number]

const css = readFileSync(new URL('../../src/charts/charts.css', import.meta.url), 'utf8').replace(
  /\/\*[\s\S]*?\*\//g,
  '',
)
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: toLinear(light!), dark: toLinear(dark!) },
  ]),
)

const THEMES = ['light', 'dark'] as const

/** What stands as text beside a line or band. */
const TEXTS =
  `ink ink-soft live-ink fresh-ink other-ink outside-ink goal trigger memory-limit container-limit total counted
  gc assist idle-ink pause bucket kill`.split(/\s+/)

/** What stands next to each other in one chart. */
const NEIGHBOURS = {
  bands: ['paper', 'live', 'fresh', 'other', 'outside'],
  lines: ['goal', 'trigger', 'memory-limit', 'container-limit', 'total', 'counted'],
  'who works': ['paper', 'background', 'assist', 'idle', 'pause'],
}

/**
 * How eyes without one kind of cone see linear RGB. Red and green: Viénot, Brettel and Mollon, "Digital video
 * colourmaps for checking the legibility of displays by dichromats", 1999; blue: the common single-plane approximation.
 */
const EYES: Readonly<Record<string, readonly Rgb[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranope: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
  protanope: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  tritanope: [
    [1, 0.1461, -0.1461],
    [0, 0.85924, 0.14076],
    [0, 0.85924, 0.14076],
  ],
}

describe.each(THEMES)('colours on %s paper', (theme) => {
  const colour = (name: string): Rgb => {
    const found = colours.get(name)
    if (!found) throw new Error(`charts.css has no --${name}`)
    return found[theme]
  }

  it.each(TEXTS)('%s can be read as text: a contrast of 4.5 : 1 (WCAG 2.2, 1.4.3)', (name) => {
    expect(contrast(colour(name), colour('paper'))).toBeGreaterThanOrEqual(4.5)
  })

  it('what is live is darker than what is new, as in the other theme', () => {
    expect(luminance(colour('live'))).toBeLessThan(luminance(colour('fresh')))
    expect(luminance(colour('live-ink'))).toBeLessThan(luminance(colour('fresh-ink')))
  })

  it.each(Object.keys(EYES))('neighbours are apart for a %s', (eye) => {
    for (const names of Object.values(NEIGHBOURS))
      for (const [i, a] of names.entries())
        for (const b of names.slice(i + 1)) {
          const distance = distanceSeen(EYES[eye]!, colour(a), colour(b))
          // 2.3 is a just noticeable difference (CIE 1976); thin lines in different places need several of them.
          expect(distance, `${a} and ${b}`).toBeGreaterThan(4 * 2.3)
        }
  })
})

describe('what is drawn', () => {
  const marks = `line.goal line.trigger line.memory-limit line.container-limit line.total line.counted area.gc area.pause line.half
    line.bucket pinned hatch.held gone ending-line.kill ending-line.stopped kill-cross grid baseline crosshair`

  it.each(marks.split(/\s+/))('%s has a colour', (mark) => {
    const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
      .filter(([, selectors]) => selectors!.split(',').some((selector) => selector.trim() === `.chart .${mark}`))
      .map(([, , body]) => body)
    expect(rules.join()).toMatch(/stroke: (var|currentColor)/)
  })
})

function toLinear(hex: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function distanceSeen(eye: readonly Rgb[], a: Rgb, b: Rgb): number {
  const seen = ([r, g, b]: Rgb) =>
    toLab(eye.map((row) => Math.max(0, Math.min(1, row[0] * r + row[1] * g + row[2] * b))) as unknown as Rgb)
  const [p, q] = [seen(a), seen(b)]
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
}

/** CIE L*a*b* of linear sRGB, white point D65. */
function toLab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = f(luminance([r, g, b]))
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
