import type { Clock } from '@colonnade/core'

/** A context's part of this module. */
export interface HasFileCounts {
  readonly fileCounts: FileCounts
}

/** Images of a project that were rendered in a month. */
export interface TransformedImages {
  readonly ref: string
  /** Its first day (UTC). */
  readonly month: string
  readonly images: readonly string[]
}

/** What the storage of projects sends and renders. Lives in memory; the rounds of usage take it over. */
export interface FileCounts {
  /** Another start of the program counts from zero, since another time. */
  readonly since: Date
  addSent(ref: string, bytes: number): void
  addTransformed(ref: string, image: string): void
  /** Bytes sent so far, by project. */
  listSent(): readonly (readonly [ref: string, bytes: number])[]
  /** Gives the images to `record`, and forgets them unless it fails. */
  takeTransformed(record: (transformed: readonly TransformedImages[]) => Promise<void>): Promise<void>
}

/** Images that wait to be recorded: more than two processes can render while a database is away for hours. */
const waitingMost = 200_000

export function createFileCounts(clock: Clock): FileCounts {
  const sent = new Map<string, number>()
  let waiting = new Map<string, Set<string>>()
  let waitingCount = 0

  const add = (key: string, image: string): void => {
    const images = waiting.get(key) ?? new Set()
    waiting.set(key, images)
    if (images.has(image) || waitingCount >= waitingMost) return
    images.add(image)
    waitingCount += 1
  }
  return {
    since: clock.date(),
    addSent: (ref, bytes) => void sent.set(ref, (sent.get(ref) ?? 0) + bytes),
    addTransformed: (ref, image) => add(`${ref} ${clock.date().toISOString().slice(0, 7)}-01`, image),
    listSent: () => [...sent],
    async takeTransformed(record) {
      const taken = waiting
      waiting = new Map()
      waitingCount = 0
      if (taken.size === 0) return
      try {
        await record(
          [...taken].map(([key, images]) => ({ ref: key.slice(0, key.indexOf(' ')), month: key.slice(key.indexOf(' ') + 1), images: [...images] })),
        )
      } catch (error) {
        for (const [key, images] of taken) for (const image of images) add(key, image)
        throw error
      }
    },
  }
}
