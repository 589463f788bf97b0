import { PARAMETERS } from '../scenario/params.ts'

/** The settings that a lesson may put beside its figure: those that have a slider, and the switch of the limiter. */
export const CONTROLS: readonly string[] = PARAMETERS.filter(
  (parameter) =>
    (parameter.place === 'scenario' && parameter.key !== 'model') ||
    (parameter.place === 'program' && parameter.model === 'runtime' && 'slider' in parameter) ||
    parameter.key === 'otherMemory',
).map(({ key }) => key)
