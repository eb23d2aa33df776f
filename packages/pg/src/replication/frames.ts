import { ByteReader } from './byte-reader.ts'
import { type Lsn, microsecondsOf } from './lsn.ts'

/** What the server puts into its copy data while it replicates (PostgreSQL documentation, 54.4). */
export type Frame =
  | { readonly kind: 'data'; readonly content: Buffer }
  /** `walEnd` is how far the server has come, also with changes that do not concern us. */
  | { readonly kind: 'keepalive'; readonly walEnd: Lsn; readonly wantsReply: boolean }

/** @throws RangeError at what is neither */
export function readFrame(bytes: Buffer): Frame {
  const reader = new ByteReader(bytes)
  const type = reader.character()
  if (type === 'w') {
    reader.take(24) // start, end and time: of logical changes each message tells its own
    return { kind: 'data', content: bytes.subarray(reader.at) }
  }
  if (type !== 'k') throw new RangeError(`A frame of the unknown type ${JSON.stringify(type)}`)
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
