import { AppError } from '@colonnade/core'
import { hash, verify } from '@node-rs/argon2'
import { hashingQueue, hashingThreads } from './limits.ts'

/** OWASP's password storage cheat sheet asks for at least 19 MiB, t=2; this is the stronger RFC 9106 second choice with one lane. */
// argon2id is the library's own default algorithm
const parameters = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

let running = 0
const waiting: Array<() => void> = []

/** Hashes a password with argon2id. @throws AppError `unavailable` when too many wait already */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** Whether the password belongs to the hash. Without a hash (no such user) the same work is done, so that time tells nothing. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const against = stored ?? (await dummyHash())
  const matches = await inTurn(() => verify(against, password))
  return matches && stored !== null
}

let dummy: Promise<string> | undefined
function dummyHash(): Promise<string> {
  dummy ??= hashPassword('the password of nobody')
  return dummy
}

/** 64 MiB and a core each: two at once, and a queue with an end, keep a flood of sign-ins from taking the machine. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= hashingThreads) {
    if (waiting.length >= hashingQueue)
      throw new AppError('unavailable', {}, { message: 'Too many people are signing in at once. Try again in a moment.' })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
