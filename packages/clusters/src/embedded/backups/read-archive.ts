import { isAppError } from '@colonnade/core'
import type { WalReading } from '../../backups.ts'
import { isMissing } from '../storage/files.ts'
import { openShelf, positionOf, segmentForm } from './archive.ts'

/** Sizes and offsets within the header of a page of WAL (src/include/access/xlog_internal.h, XLogPageHeaderData and XLogLongPageHeaderData). */
const pageBytes = 8_192
const offsets = { magic: 0, timeline: 4, position: 8, systemIdentifier: 24, segmentBytes: 32 }

export interface WalIdentity {
  readonly segmentBytes: number
  /** Of the cluster, and of those that were in its place before; none when there is none to compare with. */
  readonly systemIdentifiers: readonly bigint[]
}

/** Reads through all WAL that is kept, one file at a time. */
export async function readArchive(kept: string, identity: WalIdentity, signal: AbortSignal | undefined): Promise<WalReading> {
  const shelf = await openShelf(kept)
  const damaged: { file: string; problem: string }[] = []
  let segments = 0
  for (const file of shelf.names) {
    signal?.throwIfAborted()
    const isSegment = segmentForm.test(file)
    try {
      const content = await shelf.take(file)
      const problem = isSegment ? faultOf(file, content, identity) : null
      if (problem !== null) damaged.push({ file, problem })
    } catch (error) {
      // it is no longer needed
      if (isMissing(error)) continue
      if (!isAppError(error, 'backup_damaged')) throw error
      damaged.push({ file, problem: error.message })
    }
    if (isSegment) segments += 1
  }
  return { segments, damaged }
}

/** What is wrong with a segment, by the headers of its pages; null for one that is whole. */
export function faultOf(name: string, content: Buffer, { segmentBytes, systemIdentifiers }: WalIdentity): string | null {
  if (content.length !== segmentBytes) return `${name} has ${content.length} bytes instead of ${segmentBytes}`
  if (systemIdentifiers.length > 0 && !systemIdentifiers.includes(content.readBigUInt64LE(offsets.systemIdentifier))) {
    return `${name} is WAL from another database server`
  }
  const [magic, timeline, start] = [content.readUInt16LE(offsets.magic), Number.parseInt(name.slice(0, 8), 16), positionOf(name, segmentBytes)]
  for (let place = 0; place < content.length; place += pageBytes) {
    const header = content.subarray(place)
    // what follows a switch of segments is empty
    if (place > 0 && header.readUInt16LE(offsets.magic) === 0) continue
    const isInPlace = header.readUInt16LE(offsets.magic) === magic && header.readBigUInt64LE(offsets.position) === start + BigInt(place)
    // a timeline begins with pages of the one that it left
    if (!isInPlace || header.readUInt32LE(offsets.timeline) > timeline) return `${name} has a page at ${place} that is not of it`
  }
  return content.readUInt32LE(offsets.segmentBytes) === segmentBytes ? null : `${name} is a segment of another size`
}
