/** The straight line nearest to points in the sense of least squares, built up point by point. */
export class Line {
  count = 0
  private meanTime = 0
  private mean = 0
  private tt = 0
  private tv = 0
  private vv = 0

  /** Points without a value are left out. */
  add(time: number, value: number): void {
    if (Number.isNaN(value)) return
    this.count++
    const dt = time - this.meanTime
    const dv = value - this.mean
    this.meanTime += dt / this.count
    this.mean += dv / this.count
    this.tt += dt * (time - this.meanTime)
    this.tv += dt * (value - this.mean)
    this.vv += dv * (value - this.mean)
  }

  /** Per second; 0 where fewer points than `fewest` say nothing about it. */
  slope(fewest = 2): number {
    return this.count >= fewest && this.tt > 0 ? this.tv / this.tt : 0
  }

  at(time: number, fewest = 2): number {
    return this.mean + this.slope(fewest) * (time - this.meanTime)
  }

  /** Sum of squares of what the line misses. */
  missed(fewest = 2): number {
    const explained = this.count >= fewest && this.tt > 0 ? (this.tv * this.tv) / this.tt : 0
    return Math.max(0, this.vv - explained)
  }
}
