import { sampleSeconds, type ActivitySample } from '@colonnade/contracts/projects/project-health'

/** Times without a reading, in units of the usual distance, from which on nothing was measured: the project was paused, or away. */
const gapFrom = 2.5

export interface Hour {
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[]
  /** One per time; null stands in a gap. */
  readonly samples: readonly (ActivitySample | null)[]
}

/** The readings in order, with a hole wherever none was taken for a while, so that a chart does not draw over it. */
export function hourOf(samples: readonly ActivitySample[]): Hour {
  const times: number[] = []
  const all: (ActivitySample | null)[] = []
  const sampleMs = sampleSeconds * 1_000
  for (const sample of samples) {
    const time = Date.parse(sample.at)
    const last = times.at(-1)
    // one that came twice
    if (last !== undefined && time <= last) continue
    if (last !== undefined && time - last > gapFrom * sampleMs) {
      times.push(last + sampleMs, time - sampleMs)
      all.push(null, null)
    }
    times.push(time)
    all.push(sample)
  }
  return { times, samples: all }
}
