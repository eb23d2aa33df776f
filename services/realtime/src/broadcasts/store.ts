import { toAppError } from '@colonnade/core'
import { randomUUID } from 'node:crypto'
import { asOwner, causeOf } from '../authorizations/policies.ts'
import type { Content } from '../codecs/frames.ts'
import type { Hub } from '../project/hub.ts'
import type { Realtime } from '../realtime.ts'

const text = `
  insert into realtime.messages (id, topic, event, payload, binary_payload, extension, private)
  values ($1, $2, $3, $4::text::jsonb, $5::bytea, 'broadcast', true)`

/** Stores a broadcast of a private channel for those who join later. Returns its id; null where that fails. */
export async function store(
  { databases, logger }: Realtime,
  hub: Hub,
  { topic, name, content }: { readonly topic: string; readonly name: string; readonly content: Content },
): Promise<string | null> {
  const id = randomUUID()
  hub.noteStored(id)
  try {
    const { run, leave } = await databases.enter(hub.ref)
    try {
      const [json, bytes] = content.isJson ? [content.bytes.toString('utf8'), null] : [null, content.bytes]
      await run([asOwner, { name: 'store', text, values: [id, topic, name, json, bytes] }])
    } finally {
      leave()
    }
    return id
  } catch (error) {
    // if it was stored nevertheless, the log has it again
    hub.takeStored(id)
    logger.info('broadcast not stored', { ref: hub.ref, error: toAppError(causeOf(error)) })
    return null
  }
}

/** Returns true if a broadcast asks for storage; null for an invalid value. */
export function readPersist(value: unknown): boolean | null {
  if (value === undefined || value === null || value === false || value === 'false') return false
  return value === true || value === 'true' ? true : null
}
