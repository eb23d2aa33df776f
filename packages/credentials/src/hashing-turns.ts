import { AppError } from '@colonnade/core'
import { hashingQueue, hashingQueueOfOne, hashingThreads } from './limits.ts'

let running = 0
/** Who waits, by whom they belong to; owners in the order of their next turn. */
const waiting = new Map<string, Array<() => void>>()
let waitingCount = 0

/**
 * Hashing takes a core and up to 64 MiB each: two at once, and a queue with an end, keep a flood of sign-ins from taking the machine. Each
 * owner (a project, or the platform) waits in a queue of its own, and they take turns.
 *
 * @throws AppError `unavailable` when too many wait already
 */
export async function inHashingTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  if (running >= hashingThreads) {
    const queue = waiting.get(owner) ?? []
    if (waitingCount >= hashingQueue || queue.length >= hashingQueueOfOne) {
      throw new AppError('unavailable', {}, { message: 'Too many people are signing in at once. Try again in a moment.' })
    }
    waitingCount += 1
    waiting.set(owner, queue)
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = takeNext()
    if (next === undefined) running -= 1
    else next()
  }
}

function takeNext(): (() => void) | undefined {
  const first = waiting.entries().next().value
  if (first === undefined) return undefined
  const [owner, queue] = first
  const next = queue.shift()!
  waitingCount -= 1
  // its next turn comes after everybody else's
  waiting.delete(owner)
  if (queue.length > 0) waiting.set(owner, queue)
  return next
}
