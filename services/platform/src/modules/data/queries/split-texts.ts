import { AppError } from '@colonnade/core'
import { ThreadPool } from '@colonnade/http'
import { commandsMost, type SplitText } from '@colonnade/pg'
import { type PlacedCommand, splitAll } from './split-all.ts'

export type { PlacedCommand } from './split-all.ts'

/** Longer texts are cut apart in a thread: each of its characters takes up to a third of a microsecond. */
const inlineCharacters = 16 * 1024

/** A request for the thread of `split-thread.ts`. */
export interface SplitRequest {
  readonly texts: readonly string[]
  readonly most: number
}

/** What it answers, flat, as that is quick to take over; null when there are more than the most. */
export interface SplitAnswer {
  readonly texts: readonly string[]
  readonly words: readonly string[]
  /** Of each command: its offset, and which text it is of. */
  readonly places: Uint32Array
}

const threads = new ThreadPool(new URL('split-thread.ts', import.meta.url), { threads: 1, deadlineMs: 60_000, heapMb: 512 })

/**
 * Cuts texts apart at their semicolons, long ones in a thread, where owners take turns.
 *
 * @throws AppError `too_complex` when there are more statements altogether than the most
 */
export async function splitTexts(owner: string, texts: readonly string[], most = commandsMost): Promise<PlacedCommand[]> {
  const characters = texts.reduce((sum, { length }) => sum + length, 0)
  if (characters <= inlineCharacters) return splitAll(texts, most)
  const answer = await threads.run<SplitAnswer | null>(owner, { texts, most } satisfies SplitRequest)
  if (answer === null) throw new AppError('too_complex', { statements: most }, { message: tooMany(most) })
  return answer.texts.map((text, index) => ({
    text,
    words: answer.words[index]!.split(' ').filter((word) => word !== ''),
    offset: answer.places[2 * index]!,
    statement: answer.places[2 * index + 1]!,
  }))
}

const tooMany = (most: number): string => `There are more than ${most} statements: send fewer at once, or load them with psql`

/** For whoever runs one text for an owner. */
export function splitterFor(owner: string): SplitText {
  return (text) => splitTexts(owner, [text])
}
