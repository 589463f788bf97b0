import { toSettingText } from '../../explore/map/words.ts'
import { titleOf } from '../../scenario/presets/as-published.ts'
import type { Scenario } from '../../scenario/types.ts'
import css from '../charts.css?raw'
import { createPaper, EDGE, PAPER_CSS } from '../still/paper.ts'
import type { Still } from '../still/picture.ts'
import { toSvgText } from '../still/serialize.ts'
import { parseSheet, type Shade } from '../still/styles.ts'
import { keyOf } from './cells.ts'
import { createLegendChart } from './legend-chart.ts'
import mapCss from './map.css?raw'
import { createMapChart, type MapModel } from './map-chart.ts'
import { createStripChart } from './strip-chart.ts'

interface MapPicture extends Pick<MapModel, 'axes' | 'known' | 'setting' | 'container'> {
  readonly scenario: Scenario
  /** The axis of a strip; undefined: the map of both settings. */
  readonly along?: 'gogc' | 'limit' | undefined
  readonly modelVersion: string
  readonly shade: Shade
  /** Address of the map, for the caption; undefined: no address. */
  readonly link?: string | undefined
}

const WIDTH = 960
const HEIGHT = 560
const EM = 13

/** The map, or a strip of it, as an SVG document of its own, with its legend and what computed it. */
export function drawMapStill({ scenario, along, modelVersion, shade, link, ...model }: MapPicture): Still {
  const paper = createPaper(WIDTH)
  const width = WIDTH - 2 * EDGE
  // The charts use no more of a document than a still document has.
  const document = paper.document as unknown as Document
  const title = `${titleOf(scenario)}: every ${settingsIn(along, model.setting)}`
  paper.text('heading', title, 18)
  paper.skip(6)
  const rest = { ...model, pointed: undefined, size: { width, height: HEIGHT }, label: title }
  const chart = along ? createStripChart(document) : createMapChart(document)
  const { gogc, memoryLimit } = model.setting
  chart.update({ ...rest, along: along ?? 'gogc', value: along === 'limit' ? memoryLimit : gogc })
  paper.chart(chart.node, HEIGHT)
  paper.skip(6)
  const legend = createLegendChart(document)
  paper.chart(
    legend.node,
    legend.update({
      width,
      em: EM - 1,
      isStrip: along !== undefined,
      hasIdle: scenario.model === 'runtime',
      shown: keyOf(model.known),
    }),
  )
  paper.text('colophon', `Computed by Sawtooth, model ${modelVersion}. Ring: the setting in force.`, EM - 1)
  if (link) paper.text('colophon', link, EM - 1, link)
  const height = paper.finish(title)
  return { svg: toSvgText(paper.root, parseSheet(css + mapCss + PAPER_CSS), shade), width: WIDTH, height }
}

function settingsIn(along: MapPicture['along'], setting: MapPicture['setting']): string {
  const [gogc, limit] = toSettingText(setting).split(' ')
  if (!along) return 'GOGC and GOMEMLIMIT'
  return along === 'gogc' ? `GOGC with ${limit}` : `GOMEMLIMIT with ${gogc}`
}
