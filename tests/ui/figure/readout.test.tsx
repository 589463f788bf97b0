import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { presetNamed, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { CycleTerms } from '../../../src/ui/figure/readout.tsx'
import { toReadout } from '../../../src/view/readout-text.ts'

it('no line of the terms of a cycle breaks between a number and its unit', () => {
  const { terms, paid, ...readout } = toReadout(simulate(toScenario(presetNamed('rpc-mmap'))), undefined)
  const html = renderToStaticMarkup(<CycleTerms {...readout} terms={terms!} paid={paid!} />)
  expect(html).toContain('at <span class="kept">0.15 s</span> elapsed')
  expect(html).toContain('goal <span class="kept">128.2 MiB</span> = 64.0 live')
  expect(html).toContain('; <span class="kept">9 KiB</span> used')
})
