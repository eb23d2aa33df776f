import type { ExportOutcome } from '@colonnade/contracts/data/row-exports'
import { AppError } from '@colonnade/core'
import type { FileStream } from '@colonnade/http'
import { copyOut, databaseError, execute, type ExecutedField, isServerError, queryable } from '@colonnade/pg'
import { sql, toText } from '@colonnade/sql'
import type pg from 'pg'
import { Readable } from 'node:stream'
import { objectTimeoutMs } from '../../../kernel/limits.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { splitterFor } from '../queries/split-texts.ts'
import { chooseDatabase } from '../../copies/replicas/choose-database.ts'
import { inSession, ownerOf } from '../queries/session.ts'
import { type ExportColumn, nested, writers } from './formats.ts'
import { bufferedBytes } from './limits.ts'
import type { Context } from './context.ts'
import type { ExportInput } from './kept-exports.ts'
import { messages } from './messages.ts'

interface ExportLink {
  readonly key: string
  readonly url: string
  readonly file_name: string
  readonly expires_at: string
}

/**
 * Checks that the query is one SELECT, and creates a link for one download.
 *
 * @throws AppError `database_not_found`, `replica_not_ready`, `invalid_input` for several statements, or SQL without a table; by SQLSTATE
 */
export async function createExport(ctx: Context, actor: Actor, scope: ProjectScope, input: ExportInput, signal: AbortSignal): Promise<ExportLink> {
  if (input.format === 'sql' && input.table === undefined) throw invalid('table', messages.nameTable)
  const commands = await splitterFor(scope.ref)(input.query)
  if (commands.length !== 1) throw invalid('query', messages.oneSelect)
  const { text, offset } = commands[0]!
  const { ref: clusterRef } = await chooseDatabase(ctx, scope, input.database)
  const columns = await inSession(
    { ctx, actor, scope, signal },
    { ...input, clusterRef, read_only: true, timeout_ms: objectTimeoutMs },
    ({ client }) => describe(client, text, offset),
  )
  if (columns.length === 0) throw invalid('query', messages.noColumns)
  if (input.format === 'sql' && columns.every(({ isGenerated }) => isGenerated)) throw invalid('query', messages.allComputed)
  const { key, endsAt } = ctx.parts.exports.add(ownerOf(scope, actor), {
    ...input,
    clusterRef,
    query: text,
    columns,
    outcome: { state: 'waiting', failure: null },
  })
  const { ending } = writers[input.format]({ query: text, columns, table: input.table })
  return {
    key,
    url: `/platform/pg-meta/${scope.ref}/exports/${key}`,
    file_name: `${input.file_name}.${ending}`,
    expires_at: new Date(endsAt).toISOString(),
  }
}

/**
 * Streams the rows as a file. A disconnect cancels the query.
 *
 * @throws AppError `export_not_found`; by SQLSTATE, from the stream once it flows
 */
export function downloadExport(ctx: Context, actor: Actor, scope: ProjectScope, key: string, signal: AbortSignal): FileStream {
  const item = ctx.parts.exports.find(ownerOf(scope, actor), key)
  if (item?.outcome.state !== 'waiting') throw new AppError('export_not_found')
  item.outcome = { state: 'running', failure: null }
  const end = (outcome: ExportOutcome): void => {
    item.outcome = outcome
    ctx.parts.exports.renew(key)
  }
  const writer = writers[item.format]({ ...item, table: item.table })
  const stop = new AbortController()
  let wake = (): void => {}
  const stream = new Readable({
    highWaterMark: bufferedBytes,
    read: () => wake(),
    destroy(error, done) {
      stop.abort()
      wake()
      done(error)
    },
  })
  const push = async (data: Buffer): Promise<void> => {
    if (stream.destroyed) throw new AppError('query_cancelled')
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    if (data.length > 0 && !stream.push(data)) await promise
  }
  const input = { clusterRef: item.clusterRef, role: item.role, claims: item.claims, read_only: true, timeout_ms: 0 }
  const where = { ctx, actor, scope, signal: AbortSignal.any([signal, stop.signal]) }
  const send = async (): Promise<void> => {
    try {
      await inSession(
        where,
        input,
        async ({ client }) => {
          await copyOut(client, writer.statement, { write: (data) => push(writer.write(data)) })
          await push(writer.end())
        },
        'transfer',
      )
      end({ state: 'done', failure: null })
      stream.push(null)
    } catch (thrown) {
      const error = databaseError(thrown)
      end({ state: 'failed', failure: { code: error.code, message: error.message, details: error.details } })
      stream.destroy(error)
    }
  }
  void send()
  return { stream, fileName: `${item.file_name}.${writer.ending}`, mediaType: writer.mediaType }
}

/** @throws AppError `export_not_found` */
export function retrieveExport(ctx: Context, actor: Actor, scope: ProjectScope, key: string): ExportOutcome {
  const item = ctx.parts.exports.find(ownerOf(scope, actor), key)
  if (!item) throw new AppError('export_not_found')
  return item.outcome
}

const prefix = 'select * from '

async function describe(client: pg.Client, query: string, offset: number): Promise<ExportColumn[]> {
  const text = toText(sql`select * from ${nested(query)} as r limit 0`)
  const limits = { rowLimit: 1, byteLimit: 1, resultLimit: 2, isReadOnly: true }
  const results = await execute(client, text, limits).catch((error: unknown) => {
    throw isServerError(error) ? located(error, offset) : error
  })
  if (results.length !== 1) throw invalid('query', messages.oneSelect)
  return columnsOf(client, results[0]!.fields)
}

/** Error positions refer to the original query. */
function located(error: pg.DatabaseError, offset: number): AppError {
  const { code, message, details } = databaseError(error)
  const { position, ...rest } = details
  const own = Number(position) - prefix.length - 2 + offset
  return new AppError(code, own > 0 ? { ...rest, position: own } : rest, { message, cause: error })
}

async function columnsOf(client: pg.Client, fields: readonly ExecutedField[]): Promise<ExportColumn[]> {
  const rows = await queryable(client).rows<{ is_generated: boolean; is_identity_always: boolean }>(sql`
    select coalesce(a.attgenerated <> '', false) as is_generated, coalesce(a.attidentity = 'a', false) as is_identity_always
    from unnest(${fields.map(({ tableOid }) => tableOid)}::oid[], ${fields.map(({ columnNumber }) => columnNumber)}::int[])
      with ordinality as f (relation, number, place)
      left join pg_catalog.pg_attribute a on a.attrelid = f.relation and a.attnum = f.number order by f.place`)
  return fields.map(({ name, typeOid }, index) => ({
    name,
    typeOid,
    isGenerated: rows[index]!.is_generated,
    isIdentityAlways: rows[index]!.is_identity_always,
  }))
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: ['body', field], message }] }, { message })
}
