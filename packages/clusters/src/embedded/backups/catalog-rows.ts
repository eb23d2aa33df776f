import type { WalTable } from '../../backups.ts'

/** File number of pg_class, until something rewrites the table (src/include/catalog/pg_class.h). */
export const catalogFile = 1_259
/** Of a page (src/include/storage/bufpage.h), and of a row on it (src/include/access/htup_details.h). */
const pageBytes = 8_192
const [pageHeaderBytes, rowHeaderBytes] = [24, 23]
/** A row whose transaction is known to have been rolled back, unless it is a frozen one. */
const [committed, rolledBack] = [0x0100, 0x0200]
/** Where the fields of pg_class are that come first in every version from 12 on. */
const fields = { name: 4, schema: 68, owner: 80, method: 84, file: 88, end: 92 }
/** pg_am's number of tables that hold rows, and those of the schemas of catalogs. */
const heapMethod = 2
const catalogSchemas: ReadonlySet<number> = new Set([11, 99])
/** The first OID for user objects; lower ones belong to the system catalogs. */
const firstUserObject = 16_384

/** A block of pg_class as a record of WAL has it: how its page looks afterwards, and what was written. */
export interface CatalogBlock {
  readonly database: number
  /** Without its hole, which begins there; null when there is none, or a compressed one. */
  readonly image: { readonly bytes: Buffer; readonly hole: number } | null
  readonly data: Buffer
}

/** Tables of users that a block calls by name. */
export function tablesOf({ database, image, data }: CatalogBlock, isInsert: boolean): WalTable[] {
  const rows = image === null ? (isInsert ? insertedRow(data) : []) : rowsOf(wholePage(image))
  return rows.flatMap((row) => tableOf(row, database) ?? [])
}

function wholePage({ bytes, hole }: NonNullable<CatalogBlock['image']>): Buffer {
  const page = Buffer.alloc(pageBytes)
  bytes.copy(page, 0, 0, hole)
  bytes.copy(page, hole + pageBytes - bytes.length, hole)
  return page
}

/** Returns the rows that the line pointers refer to, including rows deleted since. */
function rowsOf(page: Buffer): Buffer[] {
  const [lower, upper] = [page.readUInt16LE(12), page.readUInt16LE(14)]
  const rows: Buffer[] = []
  for (let place = pageHeaderBytes; place + 4 <= Math.min(lower, pageBytes); place += 4) {
    const pointer = page.readUInt32LE(place)
    const [start, kind, length] = [pointer & 0x7fff, (pointer >>> 15) & 3, pointer >>> 17]
    if (kind !== 1 || start < upper || start + length > pageBytes || length < rowHeaderBytes) continue
    const row = page.subarray(start, start + length)
    if ((row.readUInt16LE(20) & (committed | rolledBack)) !== rolledBack) rows.push(row.subarray(row.readUInt8(22)))
  }
  return rows
}

/** xl_heap_header (src/include/access/heapam_xlog.h), and the row from its own header's end on. */
function insertedRow(data: Buffer): Buffer[] {
  return data.length < 5 ? [] : [data.subarray(5 + data.readUInt8(4) - rowHeaderBytes)]
}

function tableOf(row: Buffer, database: number): WalTable | undefined {
  if (row.length < fields.end || row.readUInt32LE(fields.method) !== heapMethod) return undefined
  const [schema, owner, file] = [row.readUInt32LE(fields.schema), row.readUInt32LE(fields.owner), row.readUInt32LE(fields.file)]
  if (catalogSchemas.has(schema) || file < firstUserObject) return undefined
  const name = row.subarray(fields.name, fields.schema)
  return { database, file, schema, owner, name: name.subarray(0, name.indexOf(0)).toString() }
}
