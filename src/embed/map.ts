import type { Size } from '../charts/chart.ts'
import { keyOf } from '../charts/map/cells.ts'
import { createLegendChart } from '../charts/map/legend-chart.ts'
import { createMapChart, frameOf, type MapModel } from '../charts/map/map-chart.ts'
import { placeAt } from '../charts/map/map-frame.ts'
import { createStripChart, type StripModel, stripIndexAt } from '../charts/map/strip-chart.ts'
import { largestContainer } from '../explore/advice/settings.ts'
import { indexOf, type Place } from '../explore/map/order.ts'
import { toFiguresText, toSettingText } from '../explore/map/words.ts'
import { isSame } from '../scenario/same.ts'
import type { Scenario } from '../scenario/types.ts'
import type { circumstancesOf } from '../store/circumstances.ts'
import { createMapSession, type KnownMap, nearestTo } from '../store/map/session.ts'
import { createMapWork } from '../store/map/work.ts'
import { settingOf } from '../store/patch.ts'
import type { App } from '../store/store.ts'
import { element, write } from '../view/dom.ts'
import { listenToMap } from '../view/map-handle.ts'
import type { FigurePart } from './figure.ts'

/** A narrower frame has no room for two axes, so it shows a strip over GOMEMLIMIT alone. */
const NARROW = 460
const EM = 12

/** The map of a frame. It is simulated on the frame's only thread, a few cells per task. */
export function createMapPart({ store }: App, toCircumstances: typeof circumstancesOf): FigurePart {
  const host = createHost()
  const readout = element('p', { class: 'map-readout' })
  const legendHost = element('div', { class: 'legend-host' })
  const legend = createLegendChart(document)
  legendHost.append(legend.node)
  const session = createMapSession({ store, circumstancesOf: toCircumstances, work: createMapWork({ threads: 1 }) })
  const picture = createPicture(host)
  let pointed: Place | undefined
  let size = { width: 0, height: 0 }
  let explained: Parameters<typeof legend.update>[0] | undefined

  const drawLegend = (known: KnownMap) => {
    const hasIdle = known.question.scenario.model === 'runtime'
    const width = Math.max(200, size.width)
    const model = { width, em: 11, isStrip: size.width < NARROW, hasIdle, shown: keyOf(known) }
    if (!isSame(explained, model)) legend.update(model)
    explained = model
  }
  const draw = () => {
    if (size.width === 0) return
    const { known } = session.state.getState()
    const { scenario } = store.getState()
    picture.draw(known, scenario, pointed, size)
    drawLegend(known)
    write(readout, toReadout(known, pointed ?? nearestTo(known.question.axes, scenario)))
  }
  listenToMap({
    handle: host,
    area: host,
    store,
    known: () => session.state.getState().known,
    placeAt: picture.placeAt,
    onPoint(place) {
      pointed = place
      draw()
    },
  })
  const observer = new ResizeObserver(() => {
    size = { width: host.clientWidth, height: host.clientHeight }
    session.show(size.width < NARROW ? 'limit' : 'map')
    draw()
  })
  const unsubscribe = session.state.subscribe(({ known }, before) => {
    if (known.question !== before.known.question) pointed = undefined
    draw()
  })
  return {
    node: element('div', { class: 'figure map-figure' }, host, readout, legendHost),
    stretch: host,
    start: () => observer.observe(host),
    update: draw,
    destroy() {
      observer.disconnect()
      unsubscribe()
      session.destroy()
    },
  }
}

function createHost(): HTMLElement {
  return element('div', {
    class: 'map-host',
    role: 'slider',
    tabindex: '0',
    'aria-label': 'GOGC and GOMEMLIMIT on the map',
    'aria-valuemin': '0',
  })
}

/** Draws the map or the strip in the host, with its values for a screen reader. */
function createPicture(host: HTMLElement) {
  const map = createMapChart(document)
  const strip = createStripChart(document)
  let toPlace: (x: number, y: number) => Place | undefined = () => undefined
  return {
    draw(known: KnownMap, scenario: Scenario, pointed: Place | undefined, size: Size) {
      const { axes } = known.question
      const setting = settingOf(scenario)
      const common = { axes, known, size, label: 'Map of GC CPU over GOGC and GOMEMLIMIT', textSize: EM }
      const isStrip = known.kind === 'limit'
      const { node } = isStrip ? strip : map
      if (host.firstChild !== node) host.replaceChildren(node)
      if (isStrip) {
        const model: StripModel = { ...common, along: 'limit', value: setting.memoryLimit, pointed: pointed?.row }
        strip.update(model)
        toPlace = (x) => ({ column: 0, row: stripIndexAt(model, x) })
      } else {
        const model: MapModel = { ...common, setting, pointed, container: largestContainer(scenario) }
        map.update(model)
        toPlace = (x, y) => placeAt(frameOf(model), x, y)
      }
      host.setAttribute('aria-valuemax', String(known.cells.length - 1))
      host.setAttribute('aria-valuenow', String(indexOf(nearestTo(axes, scenario), known)))
      host.setAttribute('aria-valuetext', toSettingText(setting))
    },
    placeAt: (x: number, y: number) => toPlace(x, y),
  }
}

function toReadout(known: KnownMap, place: Place): string {
  const { cells, done } = known
  const cell = cells[indexOf(place, known)]
  const share = done < cells.length ? ` · ${Math.floor((100 * done) / cells.length)} % simulated` : ''
  return cell ? `${toSettingText(cell)} · ${toFiguresText(cell)}${share}` : `Simulating…${share}`
}
