import type { Cell } from '../../explore/map/cell.ts'
import { toFiguresText, toSettingText } from '../../explore/map/words.ts'
import { toDangers } from '../../model/judgement/dangers.ts'
import { toVerdict } from '../../model/verdict.ts'
import { settingOf } from '../../store/patch.ts'
import { useAppState, useRun } from '../context.ts'
import { useCircumstances } from '../results/use-circumstances.ts'

/** The figures of the pointed cell, else of the setting in force. */
export function MapReadout({ pointed }: { readonly pointed: Cell | undefined }) {
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const circumstances = useCircumstances()
  const cell: Cell = pointed ?? {
    ...settingOf(scenario),
    result: trace.result,
    compulsory: trace.result.compulsoryGcFraction,
    verdict: toVerdict(trace, circumstances),
    dangers: toDangers(trace, circumstances),
  }
  return (
    <p className="map-readout">
      <b>
        {pointed ? '' : 'In force: '}
        {toSettingText(cell)}
      </b>{' '}
      <span>{toFiguresText(cell)}</span>
    </p>
  )
}
