import { failedAt, ok, type Result } from '../../../result.ts'
import { MAX_PHASES } from '../../../scenario/params.ts'
import { roundDrawn, roundSize, roundSizeUp } from '../../../scenario/round.ts'
import { type Drawing, type DrawnPhase, lengthOf, levelAt, timeAt } from './drawing.ts'
import { replace, setAllocRate, setLive, splitPhase } from './edit.ts'

/** A shape to drop on a program. Times in seconds of the program's own time, sizes in bytes. */
export type Profile =
  /** Up to `peak` and back again, `seconds` from foot to foot. */
  | { readonly kind: 'spike'; readonly at: number; readonly peak: number; readonly seconds: number }
  /** To another level, which also lifts everything behind it. */
  | { readonly kind: 'step' | 'ramp'; readonly at: number; readonly to: number; readonly seconds: number }
  /** A spike every so often until the program ends: a batch job. */
  | {
      readonly kind: 'periodic'
      readonly at: number
      readonly every: number
      readonly peak: number
      readonly seconds: number
      /** Each spike comes up to this share of `every` earlier or later. */
      readonly jitter: number
      /** Seeds the random numbers of the jitter: the same seed gives the same times. */
      readonly seed: number
    }
  /** A cache that fills and is emptied, until the program ends. */
  | { readonly kind: 'cache'; readonly at: number; readonly every: number; readonly peak: number }
  /** Bytes per second that are never freed, until the program ends. */
  | { readonly kind: 'leak'; readonly at: number; readonly rate: number }
  /** The load of a service over a day of `seconds`: rate and live heap follow a sine, highest at the peak hour. */
  | {
      readonly kind: 'daily'
      readonly at: number
      readonly seconds: number
      /** Allocation rate at the peak hour. */
      readonly rate: number
      /** Share of that rate at the quietest hour, twelve hours from the peak. */
      readonly night: number
      /** The live heap at the peak hour. At the quietest hour it is as before. */
      readonly peak: number
      /** From 0 to 24. */
      readonly hour: number
    }

export type ProfileKind = Profile['kind']

/** Each flank takes this share of a spike's time. */
const FLANK = 0.2
/** A cache is emptied in this share of its period. */
const EMPTYING = 0.05

/** Drops a profile on a drawing, in place of what was there. It may reach past the end of the program. */
export function insertProfile(drawing: Drawing, profile: Profile): Result<Drawing> {
  const length = lengthOf(drawing)
  if (drawing.phases.length === 0) return failedAt('', 'there is no phase to draw on')
  if (profile.at < 0 || profile.at > length) return failedAt('at', `lies outside the program, which takes ${length} s`)
  const drawn = expand(drawing, profile, length)
  if (drawn.phases.length > MAX_PHASES)
    return failedAt('every', `this would make ${drawn.phases.length} phases; at most ${MAX_PHASES} are possible`)
  return ok(drawn)
}

function expand(drawing: Drawing, profile: Profile, length: number): Drawing {
  switch (profile.kind) {
    case 'spike':
      return drawSpike(drawing, profile)
    case 'step':
    case 'ramp':
      return drawRamp(drawing, profile)
    case 'periodic':
      return spikeTimes(profile, length).reduce(
        (drawn, at) => drawSpike(drawn, { at, peak: profile.peak, seconds: profile.seconds }),
        drawing,
      )
    case 'cache':
      return repeated(profile.at, profile.every, length).reduce(
        (drawn, at) => drawCache(drawn, at, profile.every, profile.peak),
        drawing,
      )
    case 'leak':
      return drawLeak(drawing, profile.at, profile.rate)
    case 'daily':
      return drawDay(drawing, profile)
  }
}

/** The instants at which periodic spikes begin; none reaches into the next or past the end. */
export function spikeTimes(profile: Profile & { readonly kind: 'periodic' }, length: number): readonly number[] {
  const { at, every, seconds, jitter, seed } = profile
  const random = createRandom(seed)
  let free = 0
  return repeated(at, every, length).flatMap((regular) => {
    const time = roundDrawn(Math.max(free, regular + (2 * random() - 1) * jitter * every))
    if (time + seconds > length * (1 + 1e-9)) return []
    free = time + seconds
    return [time]
  })
}

function repeated(at: number, every: number, length: number): readonly number[] {
  // Too many phases are refused later, but need not be computed.
  const count = Math.min(MAX_PHASES, every > 0 ? Math.ceil((length - at) / every) : 1)
  return Array.from({ length: count }, (_, i) => at + i * every)
}

function drawSpike(drawing: Drawing, { at, peak, seconds }: { at: number; peak: number; seconds: number }): Drawing {
  const flank = seconds * FLANK
  return drawLines(drawing, at, seconds, (from, until) => [
    { seconds: flank, from, to: peak },
    { seconds: seconds - 2 * flank, from: peak, to: peak },
    { seconds: flank, from: peak, to: until },
  ]).drawn
}

function drawCache(drawing: Drawing, at: number, every: number, peak: number): Drawing {
  const seconds = Math.min(every, lengthOf(drawing) - at)
  return drawLines(drawing, at, seconds, (from) => [
    { seconds: seconds * (1 - EMPTYING), from, to: peak },
    { seconds: seconds * EMPTYING, from: peak, to: from },
  ]).drawn
}

function drawRamp(drawing: Drawing, { at, to, seconds }: { at: number; to: number; seconds: number }): Drawing {
  const height = to - liveAtTime(drawing, at)
  const lifted = drawing.phases.map((_, i) => levelAt(drawing, i + 1) + height)
  const { drawn, behind } = drawLines(drawing, at, seconds, (from) => [{ seconds, from, to }])
  // The phases behind are unchanged, counted from the end.
  const shift = drawn.phases.length - lifted.length
  const phases = drawn.phases.map((phase, i) =>
    i < behind ? phase : { ...phase, live: roundSize(Math.max(0, lifted[i - shift] ?? to)) },
  )
  return { ...drawn, phases }
}

function drawLeak(drawing: Drawing, at: number, rate: number): Drawing {
  const cut = cutAt(drawing, at)
  let { drawn } = cut
  const start = timeAt(drawn, cut.boundary)
  const levels = drawn.phases.map((phase, i) => phase.live + rate * (timeAt(drawn, i + 1) - start))
  for (let i = drawn.phases.length - 1; i >= cut.boundary; i--) {
    drawn = setAllocRate(drawn, i, roundSizeUp((drawn.phases[i]?.allocRate ?? 0) + rate))
    drawn = setLive(drawn, i + 1, levels[i] ?? 0)
  }
  return drawn
}

const HOURS = 24

/** The load at an hour: 1 at the peak hour, 0 twelve hours from it. */
function loadAt(hour: number, peakHour: number): number {
  return (1 + Math.cos((2 * Math.PI * (hour - peakHour)) / HOURS)) / 2
}

/** A phase for each hour, with the rate at its middle. The live heap follows the boundaries of the hours. */
function drawDay(drawing: Drawing, { at, seconds, rate, night, peak, hour }: Profile & { kind: 'daily' }): Drawing {
  return drawLines(drawing, at, seconds, (from) => {
    const levelOf = (h: number) => from + (peak - from) * loadAt(h, hour)
    return Array.from({ length: HOURS }, (_, h) => ({
      seconds: seconds / HOURS,
      from: h === 0 ? from : levelOf(h),
      to: levelOf(h + 1),
      rate: rate * (night + (1 - night) * loadAt(h + 0.5, hour)),
    }))
  }).drawn
}

interface DrawnLine {
  readonly seconds: number
  readonly from: number
  readonly to: number
  /** Rate of all allocation, including growth; if left out, growth is added to the earlier allocation. */
  readonly rate?: number
}

/** Replaces a stretch of the program by lines. `toLines` receives the live heap at both ends of the stretch. */
function drawLines(
  drawing: Drawing,
  at: number,
  seconds: number,
  toLines: (from: number, until: number) => readonly DrawnLine[],
): { readonly drawn: Drawing; readonly behind: number } {
  const end = at + seconds
  const missing = end - lengthOf(drawing)
  const long = missing > SAME * end ? lengthen(drawing, missing) : drawing
  const from = roundSize(liveAtTime(long, at))
  const until = roundSize(liveAtTime(long, end))
  const last = cutAt(long, end)
  const first = cutAt(last.drawn, at)
  const cut = first.drawn
  const { boundary } = first
  const count = last.boundary - boundary + (cut.phases.length - last.drawn.phases.length)
  const base = cut.phases[Math.min(boundary, cut.phases.length - 1)] as DrawnPhase
  const phases = toLines(from, until).map((line) => toPhase(line, base))
  return { drawn: replace(cut, boundary, count, phases), behind: boundary + phases.length }
}

function toPhase({ seconds, from, to, rate }: DrawnLine, base: DrawnPhase): DrawnPhase {
  const duration = roundDrawn(seconds)
  const growth = Math.max(0, roundSize(to) - from)
  const least = rate === undefined ? base.allocRate + growth / duration : Math.max(rate, growth / duration)
  const allocRate = growth > 0 || rate !== undefined ? roundSizeUp(least) : base.allocRate
  return { source: base.source, duration, allocRate, live: roundSize(to), turnover: 0 }
}

/** The program with its last phase made longer, at the level that it reached. */
function lengthen(drawing: Drawing, seconds: number): Drawing {
  const last = drawing.phases.at(-1) as DrawnPhase
  const more = { ...last, duration: roundDrawn(seconds), turnover: 0 }
  return { ...drawing, phases: [...drawing.phases, more] }
}

/** @returns the boundary at that time; durations are rounded, so it may be slightly off */
function cutAt(drawing: Drawing, time: number): { readonly drawn: Drawing; readonly boundary: number } {
  const phase = phaseAt(drawing, time)
  const drawn = drawing.phases[phase]
  if (!drawn) return { drawn: drawing, boundary: phase }
  const share = (time - timeAt(drawing, phase)) / drawn.duration
  if (share <= SAME) return { drawn: drawing, boundary: phase }
  const cut = splitPhase(drawing, phase, share)
  const isCut = cut.phases.length > drawing.phases.length
  return { drawn: cut, boundary: isCut || share > 0.5 ? phase + 1 : phase }
}

/** A time nearer to an end of a phase than this share counts as that end, because durations are rounded and summed. */
const SAME = 1e-6

/** The phase that contains an instant or begins there; the number of phases if the instant is the end or later. */
function phaseAt({ phases }: Drawing, time: number): number {
  let end = 0
  const found = phases.findIndex(({ duration }) => {
    end += duration
    return end - time > SAME * duration
  })
  return found < 0 ? phases.length : found
}

/** The drawn live heap at an instant, on the line between two boundaries. Bytes, not rounded. */
export function liveAtTime(drawing: Drawing, time: number): number {
  const phase = phaseAt(drawing, time)
  const drawn = drawing.phases[phase]
  if (!drawn) return levelAt(drawing, drawing.phases.length)
  const from = levelAt(drawing, phase)
  const share = Math.max(0, time - timeAt(drawing, phase)) / drawn.duration
  return from + (drawn.live - from) * share
}

/** Random numbers in [0, 1) from a seed: xorshift (Marsaglia 2003) with 32 bits. */
function createRandom(seed: number): () => number {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x6d2b79f5) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}
