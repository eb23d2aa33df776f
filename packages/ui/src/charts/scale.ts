const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Distances between marks on a time axis that people find round. */
const timeSteps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 3, 5, 7, 10, 14, 28, 91, 364].map((days) => days * dayMs),
]

const roundSteps = [1, 2, 2.5, 5, 10]
const roundStepsOfWholes = [1, 2, 5, 10]

export interface ValueScale {
  /** Marks to be at most. */
  readonly count?: number
  /** No marks between whole numbers: for things that are counted. */
  readonly isWhole?: boolean
  /** 1024 for bytes, whose round numbers are 256 MB rather than 250. */
  readonly base?: 10 | 1024
}

/** Round marks that take in everything from `low` to `high`; the first and the last are the ends of the axis. */
export function valueTicks(low: number, high: number, { count = 4, isWhole = false, base = 10 }: ValueScale = {}): number[] {
  const span = high - low || Math.abs(high) || 1
  const step = base === 1024 ? binaryStep(span / count) : decimalStep(span / count, isWhole)
  const first = Math.floor(low / step) * step
  const last = Math.max(Math.ceil(high / step) * step, first + step)
  const ticks = Math.round((last - first) / step) + 1
  return Array.from({ length: ticks }, (_, index) => exact(first + index * step))
}

function decimalStep(atLeast: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = (isWhole ? roundStepsOfWholes : roundSteps).find((round) => round * power >= atLeast * 0.999) ?? 10
  return isWhole ? Math.max(1, step * power) : step * power
}

function binaryStep(atLeast: number): number {
  return Math.max(1, 2 ** Math.ceil(Math.log2(atLeast)))
}

/** 0.30000000000000004 is 0.3. */
function exact(value: number): number {
  return Number(value.toPrecision(12))
}

/** Minutes that a clock here is behind UTC at a time, like `Date.getTimezoneOffset`. */
export type OffsetOf = (time: number) => number

const offsetHere: OffsetOf = (time) => new Date(time).getTimezoneOffset()

/** Round times, as clocks here show them, between two times; `count` of them or fewer. */
export function timeTicks(
  from: number,
  to: number,
  count: number,
  offsetOf: OffsetOf = offsetHere,
): { readonly ticks: number[]; readonly stepMs: number } {
  const stepMs = timeSteps.find((step) => (to - from) / step <= count) ?? timeSteps.at(-1)!
  const offsetMs = offsetOf(from) * minuteMs
  const ticks: number[] = []
  for (let local = Math.ceil((from - offsetMs) / stepMs) * stepMs; ; local += stepMs) {
    // the clock may have been put forward or back since the first
    const time = local + (stepMs >= hourMs ? offsetOf(local + offsetMs) * minuteMs : offsetMs)
    if (time > to) return { ticks, stepMs }
    if (time >= from) ticks.push(time)
  }
}

/** What stands at a mark: the time of day, or the day where one begins. */
export function timeTickText(time: number, stepMs: number): string {
  const date = new Date(time)
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0
  return (stepMs >= dayMs || isMidnight ? day : stepMs < minuteMs ? timeToTheSecond : timeOfDay).format(date)
}

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const timeOfDay = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const timeToTheSecond = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const dayAndTime = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** When a bucket is, as precise as the buckets are long. */
export function bucketText(time: number, stepMs: number): string {
  if (stepMs >= dayMs) return day.format(time)
  return stepMs < minuteMs ? `${day.format(time)}, ${timeToTheSecond.format(time)}` : dayAndTime.format(time)
}

/** The index of the time that is nearest; -1 of none. Times ascend. */
export function nearestIndex(times: readonly number[], time: number): number {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < time) low = middle + 1
    else high = middle
  }
  const isBeforeNearer = low > 0 && time - times[low - 1]! <= times[low]! - time
  return times.length === 0 ? -1 : isBeforeNearer ? low - 1 : low
}

/** What one of the drawing's 11 px characters takes. */
export const pxPerCharacter = 6.3
const pxPerTimeMark = 64

/** Round times whose texts stick out at no side of the drawing, which has some room beside the plot. */
export function timeMarks(
  [from, to]: readonly [number, number],
  { leftPx, plotPx, rightPx }: { readonly leftPx: number; readonly plotPx: number; readonly rightPx: number },
): ReturnType<typeof timeTicks> {
  const { ticks, stepMs } = timeTicks(from, to, Math.max(1, Math.floor(plotPx / pxPerTimeMark)))
  const isInside = (time: number): boolean => {
    const halfPx = (timeTickText(time, stepMs).length * pxPerCharacter) / 2
    const x = ((time - from) / (to - from)) * plotPx
    return leftPx + x >= halfPx && plotPx - x + rightPx >= halfPx
  }
  return { ticks: ticks.filter(isInside), stepMs }
}
