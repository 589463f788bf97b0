import type { GoalRule } from '../model/trace.ts'

export const RULE_NAMES: Readonly<Record<GoalRule, string>> = {
  gogc: 'GOGC',
  'memory-limit': 'memory limit',
  'minimum-heap': 'minimum heap',
  'live-heap-floor': 'just above the live heap',
  'sweep-distance': 'room to sweep',
  'minimum-runway': 'room to mark',
}
