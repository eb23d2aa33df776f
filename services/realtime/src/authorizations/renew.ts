import { toAppError } from '@colonnade/core'
import type { Channel } from '../channels/channel.ts'
import { endChannel } from '../channels/end.ts'
import { endings, joinRefusals, tokenText } from '../messages.ts'
import type { Realtime } from '../realtime.ts'
import { causeOf } from './policies.ts'
import { identify, isApiKey } from './tokens.ts'

/** Goes on with another token of the client's, as far as that one may. */
export async function renewToken(realtime: Realtime, channel: Channel, payload: unknown): Promise<void> {
  const token = (payload as { readonly access_token?: unknown } | null | undefined)?.access_token
  if (typeof token !== 'string' || isApiKey(token) || token === channel.identity.token) return
  const { client, name, config } = channel
  const identity = await identify(client.prove, token, realtime.clock.now())
  if (channel.isOver) return
  if ('kind' in identity) {
    endChannel(channel, tokenText(identity), realtime.clock.now())
    return
  }
  let { rights } = channel
  if (config.isPrivate) {
    try {
      rights = await realtime.policies.read({ ref: client.hub.ref, identity, headers: client.headers }, name)
    } catch (error) {
      // it joins again, and is asked then
      realtime.logger.warn('policy not checked', { ref: client.hub.ref, error: toAppError(causeOf(error)) })
      endChannel(channel, joinRefusals.connecting, realtime.clock.now())
      return
    }
    if (channel.isOver) return
    if (!rights.broadcast && !rights.presence) {
      endChannel(channel, endings.read(name), realtime.clock.now())
      return
    }
  }
  channel.become(identity, rights)
}
