import type { Database } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { AuthCall } from '../../call.ts'
import type { AuthReply } from '../../requests/auth-reply.ts'
import { checked } from '../../requests/fields.ts'
import { beginningWith } from '../find-by-prefix.ts'
import { beyond, containing, isPlain, type Place } from '../scan-users.ts'
import { conditionOf, rangeOf, UserFilter } from '../user-filter.ts'
import { csvHeader, csvLine } from './csv-line.ts'
import { exportColumns, type ExportRow, rowAsJson } from './export-columns.ts'

const Query = UserFilter.extend({
  search: z.string().max(200).optional(),
  match: z.enum(['prefix', 'contains']).default('prefix'),
  format: z.enum(['csv', 'ndjson']),
  /** Includes password hashes. */
  hashes: z.enum(['true', 'false']).default('false'),
})

/** Users that are held at once. */
const pageSize = 500
/** Users that one statement looks through. */
const windowSize = 20_000

/** Streams the users of a list, newest first, as a file. */
export async function exportUsers(call: AuthCall): Promise<AuthReply> {
  const { search: given = '', match, format, hashes, ...filter } = checked(Query, Object.fromEntries(call.request.query))
  const search = given.trim().toLowerCase()
  const found = search === '' ? null : match === 'prefix' ? beginningWith(search) : containing(search)
  const columns = exportColumns.filter(({ isSecret }) => hashes === 'true' || isSecret !== true)
  const database = await call.database()
  const pages = readPages(database, { row: rowAsJson(columns, format === 'csv'), filter, found })
  const names = columns.map(({ name }) => name)
  return { stream: Readable.from(format === 'csv' ? csvOf(pages, names) : linesOf(pages)), headers: { 'content-type': mediaTypes[format] } }
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' } as const

interface Wanted {
  readonly row: Fragment
  readonly filter: UserFilter
  /** Condition of a search; null for all users. */
  readonly found: Fragment | null
}

interface Page {
  readonly lines: readonly string[]
  readonly last: Place | null
  readonly seen: number
}

/** Each page by a statement of its own, from where the one before ended: no transaction stays open while somebody reads. */
async function* readPages(database: Database, { row, filter, found }: Wanted): AsyncGenerator<readonly string[]> {
  const isAll = found === null && isPlain(filter)
  const size = isAll ? pageSize : windowSize
  const condition = sql`${conditionOf(filter)} and ${found ?? sql`true`}`
  let place: Place | null = null
  for (;;) {
    const page: Page | undefined = await database.first<Page>(sql`
      with seen as materialized (
        select u.created_at, u.id, ${condition} as is_wanted from auth.users u where ${rangeOf(filter)} and ${beyond(place)}
        order by u.created_at desc, u.id desc limit ${size}
      ), chosen as materialized (
        select created_at, id from seen where is_wanted order by created_at desc, id desc limit ${pageSize}
      ), ending as (
        select created_at, id from (
          (select created_at, id from chosen where (select count(*) from chosen) = ${pageSize} order by created_at, id limit 1)
          union all (select created_at, id from seen where (select count(*) from chosen) < ${pageSize} order by created_at, id limit 1)
        ) e limit 1
      )
      select
        (select coalesce(array_agg(${row}::text order by chosen.created_at desc, chosen.id desc), '{}') from chosen join auth.users u using (id)) as lines,
        (select jsonb_build_object('created_at', created_at, 'id', id) from ending) as last,
        (select count(*)::int from seen) as seen`)
    const { lines, last, seen }: Page = page!
    if (lines.length > 0) yield lines
    if (last === null || (seen < size && lines.length < pageSize)) return
    place = last
  }
}

async function* linesOf(pages: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  for await (const page of pages) yield Buffer.from(`${page.join('\n')}\n`)
}

async function* csvOf(pages: AsyncIterable<readonly string[]>, names: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHeader(names))
  for await (const page of pages) yield Buffer.from(page.map((line) => csvLine(JSON.parse(line) as ExportRow, names)).join(''))
}
