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

  it('deny that a limit made all with GOGC off, if many lie far below the others', () => {
    // Large objects moved the first goal, and many later ones; GOGC=100 made those of 9 MiB, and the limit those of 31.
    const sizes = (isMoved: (i: number) => boolean) => [
      '23->23->22 MB, 23',
      ...Array.from({ length: 29 }, (_, i) => (isMoved(i) ? '14->14->4 MB, 9' : '29->30->16 MB, 31')),
    ]
    expect(
      inferred(
        sizes((i) => i % 3 > 0),
        STACKS,
      ).gogc.kind,
    ).toBe('percent')
    expect(
      inferred(
        sizes((i) => i === 7),
        STACKS,
      ).gogc.kind,
    ).toBe('off')
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

  // Recorded with GOGC=50: requests hold 50 to 150 MiB for a moment. Only the goal of 232 MiB was not moved.
  const recorded = [
    ...['211->211->90 MB, 211', '154->154->154 MB, 154', '230->230->65 MB, 232', '160->160->160 MB, 160'],
    ...['298->298->71 MB, 298', '152->152->63 MB, 152', '144->144->65 MB, 145', '135->135->53 MB, 135'],
  ]

  it('may lie a MiB above the heap: then they need a higher GOGC than the other moved goals allow', () => {
    const { gogc, gogcGoals, lowGoals } = inferred(recorded, STACKS, 13)
    expect({ gogc, gogcGoals, lowGoals }).toEqual({ gogc: { kind: 'percent', percent: 50 }, gogcGoals: 1, lowGoals: 0 })
    const others = recorded.filter((size) => !size.endsWith('232'))
    expect(inferred(others, STACKS, 13)).toMatchObject({ gogc: DEFAULT, gogcGoals: 0, memoryLimit: { kind: 'off' } })
  })

  it('show that a single goal was moved too, if no usual GOGC makes it', () => {
    // Published: a program appends to one slice.
    const appended = ['93->93->51 MB, 93', '116->116->64 MB, 116', '145->145->80 MB, 145', '181->181->101 MB, 182']
    expect(inferred(appended, STACKS, 16)).toMatchObject({ gogc: DEFAULT, gogcGoals: 0 })
    const usual = ['93->93->51 MB, 93', '116->116->64 MB, 116', '145->145->80 MB, 145', '160->160->101 MB, 161']
    expect(inferred(usual, STACKS, 16)).toMatchObject({ gogc: DEFAULT, gogcGoals: 1 })
  })

  it('bound the GOGC that other goals show, and a higher one needs no memory limit', () => {
    // Recorded with GOGC=100: whole archives of 20 to 70 MiB.
    const sizes = [
      ...['24->24->24 MB, 24', '78->78->52 MB, 78', '107->107->54 MB, 108', '123->123->34 MB, 123'],
      ...['121->121->62 MB, 121', '131->131->67 MB, 131', '151->151->40 MB, 151', '82->83->41 MB, 82'],
      ...['82->82->41 MB, 83', '94->94->28 MB, 94', '86->86->57 MB, 87', '113->114->55 MB, 114'],
      ...['116->116->61 MB, 116', '131->131->68 MB, 131', '157->157->66 MB, 157', '177->177->53 MB, 178'],
      ...['116->116->28 MB, 116', '98->100->69 MB, 98', '156->156->59 MB, 156', '125->125->64 MB, 125'],
      ...['133->134->68 MB, 133', '167->169->36 MB, 167', '115->115->45 MB, 115', '137->137->55 MB, 137'],
      ...['110->110->53 MB, 110', '104->105->1 MB, 106', '45->45->44 MB, 46'],
    ]
    expect(inferred(sizes, STACKS)).toMatchObject({ gogc: DEFAULT, memoryLimit: { kind: 'off' } })
  })

  it('do not deny a GOGC that more other goals show: then a limit made them', () => {
    // Recorded with GOGC=100 and a limit of 27 MiB.
    const sizes = [
      ...['5->5->5 MB, 5', '10->10->10 MB, 11', '21->21->16 MB, 21', '21->21->16 MB, 21', '21->21->1 MB, 21'],
      ...['6->6->6 MB, 6', '12->12->2 MB, 13', '4->4->4 MB, 4', '9->9->2 MB, 9', '6->6->6 MB, 6', '13->13->1 MB, 13'],
      ...['9->9->9 MB, 9', '20->20->1 MB, 20', '4->4->4 MB, 4', '8->8->1 MB, 8', '7->12->9 MB, 8', '19->19->14 MB, 19'],
      ...['19->19->14 MB, 21', '19->19->4 MB, 21', '9->9->4 MB, 9', '8->9->2 MB, 9', '4->5->4 MB, 4', '8->10->3 MB, 9'],
    ]
    expect(inferred(sizes, STACKS, 2).gogc).toEqual(DEFAULT)
  })

  it('do not hide the GOGC that most of few other goals show, although one that was moved makes them spread', () => {
    // GOGC=200, and large objects in five of ten cycles. Go moved 160 too, to a MiB above the heap.
    const sizes = [
      ...['207->207->86 MB, 211', '354->354->22 MB, 354', '116->116->22 MB, 116', '159->159->36 MB, 160'],
      ...['105->105->28 MB, 109', '81->81->62 MB, 84', '186->186->26 MB, 187', '207->207->85 MB, 207'],
      ...['301->301->92 MB, 301', '272->272->83 MB, 276'],
    ]
    expect(inferred(sizes, STACKS, 20).gogc).toEqual({ kind: 'percent', percent: 200 })
  })
})
