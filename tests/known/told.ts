/** A log that shows nothing by which answers from it may be far off. */
export const TOLD = {
  mayBeJob: false,
  isPaceOpen: false,
  leavesCpuIdle: false,
  isUnderLimit: false,
  noise: 0,
  openEnd: 0,
  burstTail: 0,
  mostLive: 0,
  mostStacks: 0,
}
