import { nameBytesMost } from '../limits.ts'
import type { Content, Encoded, Ref, Version } from './frames.ts'

/** A message for one client. `payload` is JSON. */
export function encodeFrame(version: Version, joinRef: Ref, ref: Ref, topic: string, event: string, payload: string): Encoded {
  const text =
    version === 2
      ? `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
      : `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`
  return { bytes: Buffer.from(text), isBinary: false }
}

/** A broadcast's metadata: the id of a stored one, and whether it is replayed. */
export interface BroadcastMeta {
  readonly id: string
  readonly replayed?: true
}

export interface Broadcast {
  readonly topic: string
  readonly name: string
  readonly content: Content
  readonly meta?: BroadcastMeta
}

const broadcastKind = 4

/** A broadcast in binary where the version has that; null for bytes that the version can't carry. */
export function encodeBroadcast(version: Version, { topic, name, content, meta }: Broadcast): Encoded | null {
  if (version === 2) {
    const texts = [topic, name, meta === undefined ? '' : JSON.stringify(meta)].map((text) => Buffer.from(text))
    if (texts.every(({ length }) => length <= nameBytesMost)) {
      const head = Buffer.from([broadcastKind, ...texts.map(({ length }) => length), content.isJson ? 1 : 0])
      return { bytes: Buffer.concat([head, ...texts, content.bytes]), isBinary: true }
    }
  }
  if (!content.isJson) return null
  const said = `{"type":"broadcast","event":${JSON.stringify(name)},"payload":${content.bytes.toString('utf8')}`
  return encodeFrame(version, null, null, topic, 'broadcast', `${said}${meta === undefined ? '' : `,"meta":${JSON.stringify(meta)}`}}`)
}
