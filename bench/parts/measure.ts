/** One line of a bench: what was measured, and what it is judged by. */
export interface Figure {
  readonly figure: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'KB' | 'MB/s' | 'projects' | 'requests' | 'rows/s' | 'rows' | 'queries/s' | 'scripts'
  /** The limit, measured in the same run: the same work without us. */
  readonly against?: number
  /** e.g. "<= 0.2" */
  readonly goal: string
  /** Whether the goal is about the value itself, or about its ratio to the limit. */
  readonly judges: 'value' | 'ratio'
}

/** What a bench exports: it measures and reports its figures as they come. */
export type Bench = (report: (figure: Figure) => void) => Promise<void>

/** The line that is printed for a figure. */
export function lineOf(bench: string, { figure, value, unit, against, goal, judges }: Figure): string {
  const ratio = against === undefined ? null : round(value / against)
  return JSON.stringify({ bench, figure, value: round(value), unit, against: against === undefined ? null : round(against), ratio, goal, judges })
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that 99 of 100 don't exceed. */
export function percentile99(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1]!
}

/** How long the work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** Medians of several kinds of work, done in turn, so that whatever else the machine does hits all of them alike. */
export async function medians<Name extends string>(
  rounds: number,
  works: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[]
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) samples.get(name)!.push(await works[name]())
  }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name)!)])) as Record<Name, number>
}
