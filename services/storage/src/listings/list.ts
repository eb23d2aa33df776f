import type { ServiceReply } from '@colonnade/projects'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { listedMost, listedV2Most, nameBytesMost } from '../limits.ts'
import { requireToken } from '../objects/find-object.ts'
import { asCaller, isoText, statementOf } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readJson } from '../requests/body.ts'
import type { PathParameters } from '../router.ts'

/** Postgres has no NUL. */
const Text = z
  .string()
  .max(nameBytesMost)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'has a character that no name has')
const Order = z.enum(['asc', 'desc']).nullish()

const List = z.object({
  prefix: Text.nullish(),
  limit: z.number().int().min(1).max(listedMost).nullish(),
  offset: z.number().int().min(0).max(100_000_000).nullish(),
  search: Text.nullish(),
  sortBy: z.object({ column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).nullish(), order: Order }).nullish(),
})

const times = (row: string): string =>
  ['updated_at', 'created_at', 'last_accessed_at'].map((name) => `'${name}', ${isoText(`${row}.${name}`)}`).join(', ')

const listText = `select pg_catalog.json_build_object('name', s.name, 'id', s.id, ${times('s')}, 'metadata', s.metadata)
  from storage.search($1, $2, $3::int, 1, $4::int, $5, $6, $7) s`

/** What is directly below a prefix, with names from there on. Of an unknown bucket there is nothing. */
export async function listObjects(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  requireToken(call)
  const { prefix, limit, offset, search, sortBy } = await readJson(call.request, List)
  const values = [
    folderPrefix(prefix ?? ''),
    bucket!,
    String(limit ?? 100),
    String(offset ?? 0),
    search ?? '',
    sortBy?.column ?? 'name',
    sortBy?.order ?? 'asc',
  ]
  const [, rows] = await call.run([asCaller(call, 'storage.object.list'), statementOf(call, 'list', listText, values)])
  return { ...json([]), body: `[${rows!.map(([row]) => row!).join(',')}]` }
}

/** A prefix is a folder, with a slash at its end or without. */
function folderPrefix(prefix: string): string {
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
}

const ListV2 = z.object({
  prefix: Text.nullish(),
  limit: z.number().int().min(1).max(listedV2Most).nullish(),
  cursor: z.string().max(8_000).nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z.object({ column: z.enum(['name', 'updated_at', 'created_at']).nullish(), order: Order }).nullish(),
})

/** The last row of a page; the next one begins after it. */
const Cursor = z.object({ name: Text, at: z.string().max(100) })

const columns = (withVersion: string): string =>
  `pg_catalog.json_build_object('key', s.key, 'name', s.name, 'id', s.id, ${times('s')}, 'metadata', s.metadata${withVersion})`
const foldersText = `select ${columns('')}, s.name, coalesce(case $7 when 'created_at' then s.created_at when 'updated_at' then s.updated_at end, 'epoch')::text
  from storage.search_v2($1, $2, $3::int, $4::int, $5, $6, $7, $8) s`

interface Entry {
  readonly name: string
  readonly id: string | null
}

/** Pages of whole names, folders apart. */
export async function listObjectsV2(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  requireToken(call)
  const input = await readJson(call.request, ListV2)
  const prefix = input.prefix ?? ''
  const limit = input.limit ?? listedV2Most
  const column = input.sortBy?.column ?? 'name'
  const order = input.sortBy?.order ?? 'asc'
  const after = input.cursor === null || input.cursor === undefined ? { name: '', at: '' } : readCursor(input.cursor)
  const select =
    input.with_delimiter === true
      ? statementOf(call, 'list v2', foldersText, [
          prefix,
          bucket!,
          String(limit + 1),
          String(prefix.split('/').length),
          after.name,
          order,
          column,
          after.at,
        ])
      : flatStatement(call, { bucket: bucket!, prefix, limit: limit + 1, column, order, after })
  const [, rows] = await call.run([asCaller(call, 'storage.object.list_v2'), select])
  const shown = rows!.slice(0, limit)
  const hasNext = rows!.length > limit
  const entries = shown.map(([row]) => JSON.parse(row!) as Entry)
  const [, lastName = '', lastAt = ''] = shown.at(-1) ?? []
  const next = hasNext ? { nextCursor: writeCursor({ name: lastName!, at: lastAt! }), nextCursorKey: lastName } : {}
  return json({
    hasNext,
    ...next,
    folders: entries.filter(({ id }) => id === null),
    objects: entries.filter(({ id }) => id !== null),
  })
}

interface Flat {
  readonly bucket: string
  readonly prefix: string
  readonly limit: number
  readonly column: 'name' | 'updated_at' | 'created_at'
  readonly order: 'asc' | 'desc'
  readonly after: z.output<typeof Cursor>
}

/** Everything below a prefix, however deep. */
function flatStatement(call: StorageCall, { bucket, prefix, limit, column, order, after }: Flat): ReturnType<typeof statementOf> {
  const than = order === 'asc' ? '>' : '<'
  const byName = column === 'name'
  const beyond = byName
    ? `($4 = '' or s.name collate "C" ${than} $4)`
    : `($4 = '' or (coalesce(s.${column}, 'epoch'), s.name collate "C") ${than} ($5::timestamptz, $4 collate "C"))`
  const sorting = byName ? `s.name collate "C" ${order}` : `coalesce(s.${column}, 'epoch') ${order}, s.name collate "C" ${order}`
  const text = `select ${columns('').replace("'key', s.key, ", "'key', s.name, ")}, s.name, ${byName ? "'epoch'" : `coalesce(s.${column}, 'epoch')::text`}
    from storage.objects s where s.bucket_id = $1 and s.name collate "C" >= $2 and s.name collate "C" < $2 || pg_catalog.chr(1114111)
      and ${beyond} ${byName ? "and ($5 = '' or $5 is not null)" : ''} order by ${sorting} limit $3::int`
  return statementOf(call, `list all ${column} ${order}`, text, [bucket, prefix, String(limit), after.name, after.at === '' ? 'epoch' : after.at])
}

function writeCursor(cursor: z.output<typeof Cursor>): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function readCursor(text: string): z.output<typeof Cursor> {
  try {
    return Cursor.refine(({ at }) => !Number.isNaN(Date.parse(at)) || at === 'epoch').parse(
      JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
    )
  } catch (error) {
    throw new StorageError('InvalidRequest', 'body/cursor: is none that a list gave', { cause: error })
  }
}
