import { setImmediate as turn } from 'node:timers/promises'
import type { ProjectKeys } from '@colonnade/projects'
import { isDeepStrictEqual } from 'node:util'
import { endChannel } from '../channels/end.ts'
import { refusedCode } from '../limits.ts'
import { handshakeRefusals } from '../messages.ts'
import type { Hub } from '../project/hub.ts'
import type { Realtime } from '../realtime.ts'
import type { Client } from './client.ts'

/** Keys of a project at a time. */
export interface SeenKeys {
  readonly keys: ProjectKeys
  readonly at: number
}

/** Returns true if clients must be checked again: keys have changed, or an API key has expired. */
export function haveChanged(before: SeenKeys, now: SeenKeys): boolean {
  if (now.keys.apiKeys.some(({ expiresAt }) => expiresAt !== null && expiresAt > before.at && expiresAt <= now.at)) return true
  return before.keys !== now.keys && !isDeepStrictEqual(before.keys, now.keys)
}

/** Signatures take a while to verify: others have their turn between so many clients. */
const clientsAtOnce = 20

/** Ends what lives by keys that the project no longer has: channels of such tokens, and sockets that have no other channel. */
export async function endRevoked({ clock }: Pick<Realtime, 'clock'>, { clients }: Pick<Hub, 'clients'>): Promise<void> {
  let checked = 0
  for (const client of clients) {
    checked += 1
    if (checked % clientsAtOnce === 0) await turn()
    await checkClient(client, clock.now())
  }
}

async function checkClient(client: Client, nowMs: number): Promise<void> {
  client.isRevoked = isRevoked(await client.recheck(null))
  for (const channel of client.channels.values()) {
    const { token } = channel.identity
    const isOwn = channel.identity !== client.identity && token !== null
    const hasEnded = isOwn ? isRevoked(await client.recheck(token)) : client.isRevoked
    if (hasEnded && !channel.isOver) endChannel(channel, handshakeRefusals.signature, nowMs)
  }
  if (client.isRevoked && client.channels.size === 0 && client.joining.size === 0) client.close(refusedCode, handshakeRefusals.signature)
}

/** Expired tokens are excluded: they are handled at their own time. */
function isRevoked(refusal: string | null): boolean {
  return refusal !== null && refusal !== 'expired'
}
