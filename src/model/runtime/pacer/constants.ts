/* Constants that several parts of the collector share, all from Go 1.26, package runtime. */

/** mgcpacer.go, gcBackgroundUtilization: the share of GOMAXPROCS that marks in the background. */
export const BACKGROUND_UTILIZATION = 0.25

/** mgcpacer.go, gcGoalUtilization: the share that marking should take, assists included. */
export const GOAL_UTILIZATION = BACKGROUND_UTILIZATION

/** mgcpacer.go, defaultHeapMinimum: the smallest heap goal at GOGC=100, in bytes. */
export const DEFAULT_HEAP_MINIMUM = 4 * 1024 * 1024

/** mgcpacer.go, memoryLimitHeapGoalHeadroomPercent: the goal's distance from what the limit leaves, in percent. */
export const HEADROOM_PERCENT = 3
