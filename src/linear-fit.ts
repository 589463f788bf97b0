/** The straight line that fits points best by least squares. Points are added one by one. */
export class Line {
  count = 0
  private meanTime = 0
  private mean = 0
  private tt = 0
  private tv = 0
  private vv = 0

  /** Adds a point, unless its value is NaN. */
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

  /** Change of the value per second; 0 if there are fewer than `fewest` points. */
  slope(fewest = 2): number {
    return this.count >= fewest && this.tt > 0 ? this.tv / this.tt : 0
  }

  at(time: number, fewest = 2): number {
    return this.mean + this.slope(fewest) * (time - this.meanTime)
  }

  /** Sum of the squared distances of the points from the line. */
  missed(fewest = 2): number {
    const explained = this.count >= fewest && this.tt > 0 ? (this.tv * this.tv) / this.tt : 0
    return Math.max(0, this.vv - explained)
  }
}
