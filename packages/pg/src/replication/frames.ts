import { ByteReader } from './byte-reader.ts'
import { type Lsn, microsecondsOf } from './lsn.ts'

/** A frame of the replication stream (PostgreSQL documentation, 54.4). */
export type Frame =
  | { readonly kind: 'data'; readonly content: Buffer }
  /** `walEnd` is the server's current position, including changes that aren't published. */
  | { readonly kind: 'keepalive'; readonly walEnd: Lsn; readonly wantsReply: boolean }

/** @throws RangeError for any other frame */
export function readFrame(bytes: Buffer): Frame {
  const reader = new ByteReader(bytes)
  const type = reader.character()
  if (type === 'w') {
    reader.take(24) // start, end and time: each logical message has its own
    return { kind: 'data', content: bytes.subarray(reader.at) }
  }
  if (type !== 'k') throw new RangeError(`Unknown frame type ${JSON.stringify(type)}`)
  const walEnd = reader.uint64()
  reader.int64()
  return { kind: 'keepalive', walEnd, wantsReply: reader.uint8() === 1 }
}

/** The standby status update that says: all up to here is done with, and need not be kept. */
export function statusUpdate(done: Lsn, nowMs: number): Buffer {
  const bytes = Buffer.alloc(34)
  bytes.write('r', 0, 'latin1')
  // written, flushed, applied
  for (const place of [1, 9, 17]) bytes.writeBigUInt64BE(done, place)
  bytes.writeBigInt64BE(microsecondsOf(nowMs), 25)
  return bytes
}
