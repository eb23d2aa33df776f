import { createHash } from 'node:crypto'
import type { PlatformContext } from '../../../kernel/context.ts'
import * as store from './store.ts'

const challengeBytes = 32

/** Something to sign, for a person who adds a passkey, or (null) for whoever signs in. */
export async function giveChallenge(ctx: PlatformContext, userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(ctx.random.bytes(challengeBytes))
  await store.insertChallenge(ctx.database, hash(Buffer.from(challenge).toString('base64url')), userId)
  return challenge
}

/** Takes back what a response says to have signed; it is used up also when the rest of the response turns out wrong. Null for what was not given out. */
export async function takeChallenge(ctx: PlatformContext, response: unknown, userId: string | null): Promise<string | null> {
  const challenge = challengeOf(response)
  return challenge !== null && (await store.takeChallenge(ctx.database, hash(challenge), userId)) ? challenge : null
}

function challengeOf(response: unknown): string | null {
  try {
    const { clientDataJSON } = (response as { response: { clientDataJSON: string } }).response
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

function hash(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}
