// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { parameter } from '../../../src/scenario/params.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { ProgramTable } from '../../../src/ui/below/program-table.tsx'
import { AppContext } from '../../../src/ui/context.ts'
import { createBareApp } from '../support/app.ts'

it('the program’s values have their units, and their names explain them', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const app = createBareApp()
  app.store.getState().edit({ ...toScenario(findPreset('dynamic')!), model: 'runtime' }, 'set')
  await act(async () =>
    createRoot(document.body).render(
      <AppContext value={app}>
        <ProgramTable />
      </AppContext>,
    ),
  )
  const cells = [...document.querySelectorAll('tbody tr:first-child > *')].map(({ textContent }) => textContent)
  expect(cells).toContain('1×')
  const explained = [...document.querySelectorAll('dt, th[scope=col]')].map((name) => [
    name.querySelector('button')?.textContent,
    name.querySelector('[popover]')?.textContent,
  ])
  for (const { label, help } of [parameter('sweepRate'), parameter('scanRate')])
    expect(explained).toContainEqual([label, help])
  vi.unstubAllGlobals()
})
