import { useState } from 'react'
import { largestContainer } from '../../explore/advice/settings.ts'
import { MAP_HEADER, toMapLine } from '../../explore/map/csv.ts'
import { messageOf } from '../../result.ts'
import type { KnownMap } from '../../store/map/session.ts'
import { settingOf } from '../../store/patch.ts'
import { useAddress } from '../address/address-context.ts'
import { Button } from '../button.tsx'
import { useApp } from '../context.ts'
import { toPng } from '../share/png.ts'
import { save } from '../share/save.ts'

interface MapExportsProps {
  readonly known: KnownMap
  /** Whether the program on screen has changed: its title and link then do not belong to the map. */
  readonly isStale: boolean
}

export function MapExports({ known, isStale }: MapExportsProps) {
  const { store } = useApp()
  const { toHref } = useAddress()
  const [problem, setProblem] = useState<string>()
  const isWhole = known.done === known.cells.length
  const cells = () => known.cells.filter((cell) => cell !== undefined)
  const draw = async () => {
    // Read the scenario only now, because it may have changed.
    const { scenario } = store.getState()
    const link = toHref()
    const { drawMapStill } = await import('../../charts/map/map-picture.ts')
    const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark'
    return drawMapStill({
      scenario,
      along: known.kind === 'map' ? undefined : known.kind,
      axes: known.question.axes,
      known,
      setting: settingOf(scenario),
      container: largestContainer(scenario),
      modelVersion: known.cells[0]?.result.modelVersion ?? '',
      shade: isDark ? 'dark' : 'light',
      link,
    })
  }
  const files = {
    CSV: async () => new Blob([MAP_HEADER, ...cells().map(toMapLine)], { type: 'text/csv' }),
    SVG: async () => new Blob([(await draw()).svg], { type: 'image/svg+xml' }),
    PNG: async () => toPng(await draw()),
  }
  const take = async (name: string, make: () => Promise<Blob>) => {
    try {
      save(`map.${name.toLowerCase()}`, await make())
      setProblem(undefined)
    } catch (error) {
      setProblem(`The ${name} could not be made: ${messageOf(error)}.`)
    }
  }
  return (
    <p className="map-exports">
      Save the map as{' '}
      {Object.entries(files).map(([name, make]) => (
        <Button key={name} disabled={!isWhole || isStale} onClick={() => void take(name, make)}>
          {name}
        </Button>
      ))}
      {problem && <span role="alert"> {problem}</span>}
    </p>
  )
}
