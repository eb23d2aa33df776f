import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { positionOf } from '../backups/archive.ts'
import { lineBytes, segmentName } from '../copies/wal-segments.ts'
import { checksumPlace, crc32c, readControl, redoSegment, walSegmentBytes } from '../engine/identity.ts'

/** Where the WAL of a cluster begins that takes another's place, so that none of it is called as any of the other's is. */
export interface LineStart {
  readonly timeline: number
  /** Where a segment begins. */
  readonly position: bigint
}

/**
 * Offsets and sizes of src/include/catalog/pg_control.h (the checkpoint that a server starts from, which pg_control has a copy of), and of
 * src/include/access/xlogrecord.h and xlog_internal.h. All in the machine's byte order.
 */
const control = { checkpoint: 32, copy: 40, copyTimeline: 8, copyPreviousTimeline: 12 }
const record = { header: 24, crc: 20, dataHeader: 2, shortData: 255 }
const page = { bytes: 8_192, longHeader: 40, shortHeader: 24, info: 2, isLong: 2, timeline: 4, position: 8, remaining: 16 }

/** A position that nobody gets to who is at another. */
export function positionBeyond(position: bigint): bigint {
  return (position / lineBytes + 2n) * lineBytes
}

/**
 * Continues the WAL of a cleanly shut down cluster at another position of another timeline, as pg_resetwal would, with only
 * the checkpoint that it starts from. The timeline has no parent, so WAL of other clusters can't reach it.
 *
 * @throws Error when the checkpoint is not what is known of it; nothing is changed then
 */
export async function beginLine(data: string, { timeline, position }: LineStart): Promise<void> {
  const { isShutDown, checkpoint } = await readControl(data)
  if (!isShutDown) throw new Error('The cluster was not shut down cleanly')
  if (checkpoint >= position) throw new Error('The cluster is already past that position')
  const wal = join(data, 'pg_wal')
  const oldName = await redoSegment(data)
  const segment = await readFile(join(wal, oldName))
  const path = join(data, 'global', 'pg_control')
  const text = await readFile(path)
  const old = readRecord(segment, Number(checkpoint - positionOf(oldName, walSegmentBytes)))
  const size = old.length - record.header - record.dataHeader
  if (old[record.header] !== record.shortData || !old.subarray(-size).equals(text.subarray(control.copy, control.copy + size))) {
    throw new Error('The checkpoint in WAL doesn’t match pg_control')
  }
  if (checksumOf(old) !== old.readUInt32LE(record.crc)) throw new Error('The checkpoint in WAL has a wrong checksum')

  const start = position + BigInt(page.longHeader)
  text.writeBigUInt64LE(start, control.checkpoint)
  const copy = text.subarray(control.copy, control.copy + size)
  copy.writeBigUInt64LE(start)
  for (const place of [control.copyTimeline, control.copyPreviousTimeline]) copy.writeUInt32LE(timeline, place)
  const place = checksumPlace(await readFile(path))
  text.writeUInt32LE(crc32c(text.subarray(0, place)), place)

  const next = Buffer.alloc(walSegmentBytes)
  segment.copy(next, 0, 0, page.longHeader)
  next.writeUInt16LE(page.isLong, page.info)
  next.writeUInt32LE(timeline, page.timeline)
  next.writeBigUInt64LE(position, page.position)
  next.writeUInt32LE(0, page.remaining)
  const own = Buffer.concat([old.subarray(0, record.header + record.dataHeader), copy])
  // it comes after nothing
  own.writeBigUInt64LE(0n, 8)
  own.writeUInt32LE(checksumOf(own), record.crc)
  own.copy(next, page.longHeader)

  const number = timeline.toString(16).toUpperCase().padStart(8, '0')
  await writeFile(join(wal, `${number}.history`), '# begins with another cluster\n', { mode: 0o600 })
  const name = segmentName(timeline, position, walSegmentBytes)
  await writeFile(join(wal, name), next, { mode: 0o600 })
  const file = await open(path, 'r+')
  try {
    await file.write(text, 0, text.length, 0)
  } finally {
    await file.close()
  }
  for (const one of await readdir(wal)) if (/^[0-9A-F]{24}$/.test(one) && one !== name) await rm(join(wal, one))
  for (const one of await readdir(join(wal, 'archive_status'))) await rm(join(wal, 'archive_status', one))
}

/** A record from where it begins in a segment, without the headers of pages that it goes over. */
function readRecord(segment: Buffer, begin: number): Buffer {
  const length = segment.readUInt32LE(begin)
  const parts: Buffer[] = []
  for (let place = begin, left = length; left > 0;) {
    if (place % page.bytes === 0) place += page.shortHeader
    if (place >= segment.length) throw new Error('The checkpoint in WAL extends past the end of its segment')
    const part = segment.subarray(place, Math.min(place + left, place - (place % page.bytes) + page.bytes))
    parts.push(part)
    place += part.length
    left -= part.length
  }
  return Buffer.concat(parts)
}

/** Of a record: its data first, then what comes before the checksum (src/backend/access/transam/xloginsert.c). */
function checksumOf(whole: Buffer): number {
  return crc32c(Buffer.concat([whole.subarray(record.header), whole.subarray(0, record.crc)]))
}
