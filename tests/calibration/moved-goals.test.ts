import { describe, expect, it } from 'vitest'
import { inferSettings } from '../../src/calibration/shape/infer-settings.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { readLog } from '../gctrace/support.ts'

/** The settings inferred from cycles with these heaps and goals in MiB, numbered from `from` on. */
function inferred(sizes: readonly string[], others: string, from = 1) {
  const lines = sizes.map((size, i) => {
    const times = `@${(0.5 * (i + 1)).toFixed(3)}s 1%: 0.02+3+0.02 ms clock, 0.04+0/3/0+0.04 ms cpu`
    return `gc ${from + i} ${times}, ${size} MB goal${others}, 2 P`
  })
  const { columns } = readLog(lines.join('\n'))
  return inferSettings(columns, toSeries(columns)!)
}
const STACKS = ', 0 MB stacks, 0 MB globals'
const DEFAULT = { kind: 'percent', percent: 100 }

describe('goals that large allocations moved', () => {
  // Recorded with GOGC=100: two goroutines allocate 128 MiB at once, between the printed start and the stop.
  const late = ['128->128->128 MB, 128', '256->768->640 MB, 768', '1280->1280->640 MB, 1280']

  it('show no GOGC if they were moved after the printed start of the cycle, but the most that it can be', () => {
    const { gogc, gogcGoals, gogcWithin, memoryLimit } = inferred(late, STACKS)
    expect({ gogc, gogcGoals, limit: memoryLimit.kind }).toEqual({ gogc: DEFAULT, gogcGoals: 0, limit: 'off' })
    expect(gogcWithin!.high).toBeGreaterThan(100)
    expect(gogcWithin!.high).toBeLessThan(101)
  })

  it('show no GOGC if the heap only reached them at its end, although marking started as late as usual', () => {
    const sizes = [
      '128->128->128 MB, 128',
      '256->256->128 MB, 256',
      '512->640->640 MB, 640',
      '1280->1280->768 MB, 1280',
    ]
    expect(inferred(sizes, STACKS)).toMatchObject({ gogc: DEFAULT, gogcGoals: 0 })
  })

  it('give way to a later goal that shows GOGC', () => {
    const sizes = ['128->129->128 MB, 128', '256->384->256 MB, 384', '512->512->512 MB, 512', '512->512->0 MB, 1024']
    expect(inferred(sizes, STACKS)).toMatchObject({ gogc: DEFAULT, gogcGoals: 1 })
  })

  it('are not the goals between start and end that GOGC=200 makes', () => {
    const sizes = ['8->8->100 MB, 8', '260->300->120 MB, 300', '330->362->130 MB, 360', '350->390->140 MB, 390']
    const { gogc, gogcGoals } = inferred(sizes, STACKS)
    expect({ gogc, gogcGoals }).toEqual({ gogc: { kind: 'percent', percent: 200 }, gogcGoals: 4 })
  })

  it('are not the goals that the heap reaches by chance at the end of most cycles', () => {
    const sizes = Array.from({ length: 12 }, () => '90->120->40 MB, 120')
    expect(inferred(sizes, STACKS, 5).gogc).toEqual({ kind: 'percent', percent: 200 })
  })

  it('do not show GOGC before Go 1.18 either: if large goals are a MiB above the heap, small ones were moved too', () => {
    // Published, with GOGC=100: a program appends to one slice.
    const appended = [
      ...['4->4->0 MB, 5', '4->4->2 MB, 5', '6->6->2 MB, 7', '5->5->2 MB, 6', '6->6->3 MB, 7', '8->8->8 MB, 9'],
      ...['20->20->6 MB, 21', '15->15->8 MB, 16', '19->19->10 MB, 20', '24->24->13 MB, 25', '30->30->16 MB, 31'],
      ...['38->38->21 MB, 39', '47->47->47 MB, 48', '122->122->41 MB, 123', '93->93->93 MB, 94'],
      ...['238->238->80 MB, 239', '181->181->101 MB, 182', '227->227->126 MB, 228', '284->284->284 MB, 285'],
      ...['728->728->444 MB, 729', '444->444->0 MB, 888'],
    ]
    expect(inferred(appended, '').gogc).toEqual(DEFAULT)
    // Without the goal that shows GOGC.
    expect(inferred(appended.slice(0, -1), '').gogc).toEqual(DEFAULT)
    expect(inferred(appended.slice(5, -1), '', 6)).toMatchObject({ gogc: DEFAULT, gogcGoals: 0 })
  })

  it('do not hide the GOGC of a small heap before Go 1.18, whose goals are a MiB above the heap as usual', () => {
    const sizes = Array.from({ length: 12 }, () => '58->60->20 MB, 60')
    const near = sizes.with(4, '59->61->20 MB, 60').with(8, '59->61->20 MB, 60')
    expect(inferred(near, '', 5).gogc).toEqual({ kind: 'percent', percent: 200 })
    // One large object does not show that large allocations are usual.
    const small = Array.from({ length: 12 }, () => '29->31->15 MB, 30')
    const { gogc, gogcGoals } = inferred(small.with(6, '99->99->15 MB, 100'), '', 5)
    expect({ gogc, gogcGoals }).toEqual({ gogc: DEFAULT, gogcGoals: 10 })
  })
})
