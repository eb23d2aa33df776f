import type { Commit, TableChange, WalCommits, WalTable } from '../../backups.ts'
import { type CatalogBlock, catalogFile, tablesOf } from './catalog-rows.ts'

/** Sizes of a page of WAL, its header, and that of the first page of a segment (src/include/access/xlog_internal.h). */
const [pageBytes, headerBytes, longHeaderBytes] = [8_192, 24, 40]
/** Of XLogRecord (src/include/access/xlogrecord.h). */
const recordHeaderBytes = 24
/** Resource managers (src/include/access/rmgrlist.h). */
const [transactions, heap2, heap] = [1, 9, 10]
/** What Postgres counts microseconds from: 2000-01-01. */
const epochMs = 946_684_800_000
/** The first OID for user objects; lower ones belong to the system catalogs. */
const firstUserObject = 16_384

type Change = 'inserted' | 'updated' | 'deleted'

/** Kinds of records of tables, by the operation in their info byte (src/include/access/heapam_xlog.h). */
const heapChanges: Readonly<Record<number, Change>> = { 0x00: 'inserted', 0x10: 'deleted', 0x20: 'updated', 0x40: 'updated' }
const multiInsert = 0x50

/** Block and data headers of a record (src/include/access/xlogrecord.h). */
const [shortData, longData, origin, topTransaction] = [255, 254, 253, 252]

/**
 * The transactions that were committed in a row of segments, with the rows of users' tables that they changed, and what the segments call
 * tables. What a transaction did before the first segment is not known.
 */
export function readCommits(segments: readonly Buffer[]): WalCommits {
  const commits: Commit[] = []
  const tables = new Map<string, WalTable | null>()
  const open = new Map<number, Map<number, TableChange>>()
  for (const record of recordsOf(segments)) {
    const operation = record.info & 0x70
    const isInsert = record.manager === heap && operation === 0x00
    for (const table of record.catalog.flatMap((block) => tablesOf(block, isInsert))) note(tables, table)
    if (record.manager === transactions && (operation === 0x00 || operation === 0x30)) {
      const { at, parts, dropped } = parseCommit(record)
      const changes = new Map<number, TableChange>()
      for (const part of [record.transaction, ...parts]) {
        for (const change of open.get(part)?.values() ?? []) add(changes, change)
        open.delete(part)
      }
      commits.push({ at, transaction: record.transaction, changes: [...changes.values()], dropped })
    } else if (record.manager === transactions && (operation === 0x20 || operation === 0x40)) open.delete(record.transaction)
    else {
      const change = changeOf(record)
      if (change === undefined) continue
      const own = open.get(record.transaction) ?? new Map<number, TableChange>()
      open.set(record.transaction, own)
      add(own, change)
    }
  }
  return { commits, tables: [...tables.values()].filter((table) => table !== null) }
}

function note(tables: Map<string, WalTable | null>, table: WalTable): void {
  const key = `${table.database} ${table.file}`
  const known = tables.get(key)
  const isSame = known === undefined || (known?.name === table.name && known.schema === table.schema)
  tables.set(key, isSame ? table : null)
}

function add(changes: Map<number, TableChange>, change: TableChange): void {
  const { file, database, inserted, updated, deleted } = changes.get(change.file) ?? { ...change, inserted: 0, updated: 0, deleted: 0 }
  changes.set(change.file, {
    file,
    database,
    inserted: inserted + change.inserted,
    updated: updated + change.updated,
    deleted: deleted + change.deleted,
  })
}

interface WalRecord {
  readonly transaction: number
  readonly manager: number
  readonly info: number
  /** The first table that it touches, if any: its database and its file. */
  readonly place: { readonly database: number; readonly file: number } | undefined
  /** Those of its blocks that are of pg_class. */
  readonly catalog: readonly CatalogBlock[]
  readonly data: Buffer
}

function changeOf({ manager, info, place, data }: WalRecord): TableChange | undefined {
  if (place === undefined || place.file < firstUserObject) return undefined
  const operation = info & 0x70
  const none = { ...place, inserted: 0, updated: 0, deleted: 0 }
  // xl_heap_multi_insert: flags, a byte of padding, the number of rows
  if (manager === heap2 && operation === multiInsert) return { ...none, inserted: data.length >= 4 ? data.readUInt16LE(2) : 0 }
  const change = manager === heap ? heapChanges[operation] : undefined
  return change && { ...none, [change]: 1 }
}

/** xl_xact_commit and what follows it (src/include/access/xact.h). */
function parseCommit({ data, info }: WalRecord): { readonly at: string; readonly parts: number[]; readonly dropped: Commit['dropped'] } {
  const microseconds = data.readBigInt64LE(0)
  const at = new Date(epochMs + Number(microseconds / 1_000n)).toISOString().replace('Z', `${String(microseconds % 1_000n).padStart(3, '0')}Z`)
  const flags = (info & 0x80) === 0 ? 0 : data.readUInt32LE(8)
  let place = 12
  if ((flags & 1) !== 0) place += 8
  const parts: number[] = []
  if ((flags & 2) !== 0) {
    const count = data.readInt32LE(place)
    for (let index = 0; index < count; index += 1) parts.push(data.readUInt32LE(place + 4 + index * 4))
    place += 4 + count * 4
  }
  const count = (flags & 4) === 0 ? 0 : data.readInt32LE(place)
  // tablespace, database and file of each
  const files = Array.from({ length: count }, (_, index) => place + 4 + index * 12)
  return { at, parts, dropped: files.map((file) => ({ database: data.readUInt32LE(file + 4), file: data.readUInt32LE(file + 8) })) }
}

/** All records that begin and end in the segments, which follow each other. */
function* recordsOf(segments: readonly Buffer[]): Generator<WalRecord> {
  const starts: number[] = []
  let length = 0
  const pages = segments.flatMap((segment) => {
    starts.push(length)
    const found: Buffer[] = []
    for (let offset = 0; offset < segment.length; offset += pageBytes) {
      found.push(segment.subarray(offset + (offset === 0 ? longHeaderBytes : headerBytes), offset + pageBytes))
    }
    length += found.reduce((sum, page) => sum + page.length, 0)
    return found
  })
  const text = Buffer.concat(pages)
  // the rest of a record that began before
  let offset = align(segments[0]?.readUInt32LE(16) ?? 0)
  while (offset + recordHeaderBytes <= text.length) {
    const size = text.readUInt32LE(offset)
    if (size < recordHeaderBytes) {
      // the rest of the segment is empty
      const next = starts.find((start) => start > offset)
      if (next === undefined) return
      offset = next
      continue
    }
    if (offset + size > text.length) return
    yield parseRecord(text.subarray(offset, offset + size))
    offset += align(size)
  }
}

function align(size: number): number {
  return Math.ceil(size / 8) * 8
}

/** Headers of blocks and of data, and then what they speak of, the data of the record itself last. */
function parseRecord(record: Buffer): WalRecord {
  let offset = recordHeaderBytes
  let place: WalRecord['place']
  let last: WalRecord['place']
  let dataBytes = 0
  // of what comes after the headers, as far as they are read
  let rest = 0
  const found: { readonly database: number; readonly from: number; readonly image: number; readonly hole: number; readonly data: number }[] = []
  while (record.length - offset > rest) {
    const id = record.readUInt8(offset)
    offset += 1
    if (id === shortData) {
      dataBytes = record.readUInt8(offset)
      offset += 1
      rest += dataBytes
    } else if (id === longData) {
      dataBytes = record.readUInt32LE(offset)
      offset += 4
      rest += dataBytes
    } else if (id === origin) offset += 2
    else if (id === topTransaction) offset += 4
    else {
      const flags = record.readUInt8(offset)
      const data = record.readUInt16LE(offset + 1)
      offset += 3
      let [image, hole, isCompressed] = [0, 0, false]
      // a picture of the page: its length, its hole, and how it is compressed
      if ((flags & 0x10) !== 0) {
        image = record.readUInt16LE(offset)
        hole = record.readUInt16LE(offset + 2)
        const how = record.readUInt8(offset + 4)
        isCompressed = (how & 0x1c) !== 0
        offset += 5
        if ((how & 0x01) !== 0 && isCompressed) offset += 2
      }
      // tablespace, database and file, unless they are those of the block before
      if ((flags & 0x80) === 0) {
        last = { database: record.readUInt32LE(offset + 4), file: record.readUInt32LE(offset + 8) }
        place ??= last
        offset += 12
      }
      offset += 4
      // of its rows: neither the map of its free space, nor that of what all see
      const isOfCatalog = last?.file === catalogFile && (flags & 0x0f) === 0 && !isCompressed
      if (isOfCatalog) found.push({ database: last!.database, from: rest, image, hole, data })
      rest += image + data
    }
  }
  const blocks = record.subarray(offset)
  return {
    transaction: record.readUInt32LE(4),
    info: record.readUInt8(16),
    manager: record.readUInt8(17),
    place,
    catalog: found.map(({ database, from, image, hole, data }) => ({
      database,
      image: image === 0 ? null : { bytes: blocks.subarray(from, from + image), hole },
      data: blocks.subarray(from + image, from + image + data),
    })),
    data: record.subarray(record.length - dataBytes),
  }
}
