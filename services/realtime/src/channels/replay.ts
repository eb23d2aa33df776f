import { toAppError } from '@colonnade/core'
import { asOwner, causeOf } from '../authorizations/policies.ts'
import { encodeBroadcast } from '../codecs/encode.ts'
import { replayMs } from '../limits.ts'
import { joinRefusals } from '../messages.ts'
import type { Realtime } from '../realtime.ts'
import type { Channel } from './channel.ts'
import type { Replay } from './join-config.ts'

const text = `
  select id, event, payload::text, pg_catalog.encode(binary_payload, 'base64')
  from realtime.messages
  where topic = $1 and private is true and extension = 'broadcast' and inserted_at > pg_catalog.to_timestamp($2::float8 / 1000) at time zone 'utc'
  order by inserted_at desc, id limit $3`

/** Sends messages from before, oldest first, to who may read the topic; those of now, which wait, follow. */
export async function replay(realtime: Realtime, channel: Channel, wanted: Replay): Promise<void> {
  const replayed = new Set<string>()
  try {
    await send(realtime, channel, wanted, replayed)
  } catch (error) {
    realtime.logger.warn('messages not replayed', { ref: channel.client.hub.ref, error: toAppError(causeOf(error)) })
    channel.system('system', 'error', joinRefusals.notReplayed)
  } finally {
    channel.release(replayed)
  }
}

async function send({ databases, clock }: Realtime, channel: Channel, { since, limit }: Replay, replayed: Set<string>): Promise<void> {
  const from = Math.max(since, clock.now() - replayMs)
  const { run, leave } = await databases.enter(channel.client.hub.ref)
  try {
    const [, rows = []] = await run([asOwner, { name: 'replay', text, values: [channel.name, String(from), String(limit)] }])
    for (const [id, name, json, bytes] of rows.toReversed()) {
      const isJson = bytes === null || bytes === undefined
      const content = { isJson, bytes: isJson ? Buffer.from(json ?? 'null') : Buffer.from(bytes, 'base64') }
      const message = { topic: channel.topic, name: name ?? '', content, meta: { id: id!, replayed: true } } as const
      const encoded = encodeBroadcast(channel.client.version, message)
      replayed.add(id!)
      if (encoded !== null && !channel.isOver) channel.deliver(encoded)
    }
  } finally {
    leave()
  }
}
