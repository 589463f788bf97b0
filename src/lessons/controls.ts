import { PARAMETERS } from '../scenario/params.ts'

/** Chosen by other means than a slider. */
const WITHOUT_CONTROL: readonly string[] = ['model', 'cpuQuota']

/** The settings that a lesson may put beside its figure: those that have a slider, and the switch of the limiter. */
export const CONTROLS: readonly string[] = PARAMETERS.filter(
  (parameter) =>
    (parameter.place === 'scenario' && !WITHOUT_CONTROL.includes(parameter.key)) ||
    (parameter.place === 'program' && parameter.model === 'runtime' && 'slider' in parameter) ||
    parameter.key === 'otherMemory',
).map(({ key }) => key)
