import type { ImportPlan, ImportProgress } from '@colonnade/contracts/data/row-imports'
import { AppError, isAppError, toAppError } from '@colonnade/core'
import type { FileStream, RequestFacts } from '@colonnade/http'
import { splitCommands } from '@colonnade/pg'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { prepareRecording } from '../queries/recording.ts'
import { inSession, ownerOf } from '../queries/session.ts'
import { isLockedFor, locked } from '../queries/lock.ts'
import { badRowError } from './bad-row.ts'
import { loadAndCollect } from './collect.ts'
import { decode } from './formats/decode.ts'
import { interruptible, rejectOnAbort } from './interruptible.ts'
import { importBytes } from './limits.ts'
import { type Load, loadOrStop } from './load.ts'
import { checkPlan, formOf } from './plan.ts'
import { readInThread } from './reading/read-in-thread.ts'
import { readRejects, Rejects, removeRejects } from './rejects.ts'
import { analyze, creationOf, openTarget } from './store.ts'
import type { Context } from './context.ts'
import type { Import } from './kept-imports.ts'
import { messages } from './messages.ts'

/** @throws AppError `invalid_input`, `production_locked` */
export async function createImport(ctx: Context, actor: Actor, scope: ProjectScope, plan: ImportPlan): Promise<{ key: string }> {
  checkPlan(plan)
  if (isLockedFor(scope, plan)) throw locked(messages.addsRows)
  const progress: ImportProgress = { state: 'waiting', bytes: 0, rows: 0, bad_rows: 0, duration_ms: 0, failure: null }
  const { key } = ctx.parts.imports.add(ownerOf(scope, actor), { plan, stop: new AbortController(), ended: undefined, startedAt: 0, progress })
  return { key }
}

interface Upload extends Pick<RequestFacts, 'signal' | 'memory'> {
  readonly key: string
  readonly file: AsyncIterable<Uint8Array>
}

/**
 * Loads the file in one transaction, while it's being uploaded. If it ends early (an invalid row, a disconnect, `removeImport`), nothing stays.
 *
 * @throws AppError `import_not_found`, `import_in_progress`, `import_row_invalid`, `import_file_invalid`, `query_cancelled`, by SQLSTATE
 */
export async function uploadImport(ctx: Context, actor: Actor, scope: ProjectScope, { key, file, signal, memory }: Upload): Promise<ImportProgress> {
  const item = find(ctx, actor, scope, key)
  if (item.progress.state !== 'waiting') throw new AppError('import_in_progress', { key })
  if (!memory.resize(importBytes)) throw new AppError('too_busy')
  const ended = Promise.withResolvers<void>()
  item.ended = ended.promise
  item.startedAt = performance.now()
  item.progress = { ...item.progress, state: 'running' }
  const rejects = new Rejects(ctx, key)
  try {
    const stop = AbortSignal.any([signal, item.stop.signal])
    const rows = await load(ctx, actor, scope, item, { file, stop, rejects })
    item.progress = { ...timed(item), state: 'done', rows }
    return item.progress
  } catch (thrown) {
    const failed = toAppError(thrown)
    const error = item.stop.signal.aborted && !isAppError(failed, 'query_cancelled') ? new AppError('query_cancelled', {}, { cause: failed }) : failed
    item.progress = { ...timed(item), state: 'failed', failure: { code: error.code, message: error.message, details: error.details } }
    throw error
  } finally {
    await rejects.close()
    ctx.parts.imports.renew(key)
    ended.resolve()
  }
}

/** @throws AppError `import_not_found` */
export function retrieveImport(ctx: Context, actor: Actor, scope: ProjectScope, key: string): ImportProgress {
  const item = find(ctx, actor, scope, key)
  return item.progress.state === 'running' ? timed(item) : item.progress
}

/** @throws AppError `import_not_found` */
export function downloadRejects(ctx: Context, actor: Actor, scope: ProjectScope, key: string): Promise<FileStream> {
  const { plan } = find(ctx, actor, scope, key)
  return readRejects(ctx, key, `${plan.table}-bad-rows.csv`)
}

/** Resolves when a load has fully ended. @throws AppError `import_not_found` */
export async function removeImport(ctx: Context, actor: Actor, scope: ProjectScope, key: string): Promise<undefined> {
  const item = find(ctx, actor, scope, key)
  item.stop.abort()
  await item.ended
  ctx.parts.imports.forget(key)
  await removeRejects(ctx, key)
}

function find(ctx: Context, actor: Actor, scope: ProjectScope, key: string): Import {
  const item = ctx.parts.imports.find(ownerOf(scope, actor), key)
  if (!item) throw new AppError('import_not_found')
  return item
}

function timed({ progress, startedAt }: Import): ImportProgress {
  return { ...progress, duration_ms: Math.round(performance.now() - startedAt) }
}

interface Parts {
  readonly file: AsyncIterable<Uint8Array>
  readonly stop: AbortSignal
  readonly rejects: Rejects
}

function load(ctx: Context, actor: Actor, scope: ProjectScope, item: Import, { file, stop, rejects }: Parts): Promise<number> {
  const { plan } = item
  const input = { clusterRef: scope.ref, timeout_ms: 0 }
  const recordCreation = prepareRecording(actor, scope, { ...input, migration: { name: messages.migrationName(plan.table) } })
  const stopped = rejectOnAbort(stop, () => new AppError('query_cancelled'))
  const work = async ({ client, refuseCancelled }: Parameters<Parameters<typeof inSession<number>>[2]>[0]): Promise<number> => {
    await client.query('begin')
    const target = await openTarget(client, plan)
    const parts: Load = {
      client,
      target,
      encoding: readInThread(formOf(plan, target)),
      onRows: (count) => void (item.progress = { ...item.progress, rows: item.progress.rows + count }),
    }
    const source = decode(counted(interruptible(file, stopped.failure), item), plan.encoding)
    const rows =
      plan.on_bad_row === 'stop'
        ? await loadOrStop(parts, source)
        : await loadAndCollect(parts, source, async (bad, record) => {
            await rejects.add(bad, record)
            const count = item.progress.bad_rows + 1
            item.progress = { ...item.progress, bad_rows: count }
            if (count > plan.max_bad_rows) {
              const last = badRowError(bad)
              const details = { ...last.details, bad_rows: count }
              throw new AppError('import_row_invalid', details, { message: messages.tooManyBad(plan.max_bad_rows, last.message) })
            }
          })
    if (rows > 0 && target.followNumbers !== '') await client.query(target.followNumbers)
    // last, because it blocks other migration records until the commit
    if (plan.create)
      await recordCreation?.(
        ctx,
        client,
        splitCommands(creationOf(plan)).map(({ text }) => text),
      )
    refuseCancelled()
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new AppError('database_error', {}, { message: messages.rolledBack })
    await analyze(client, plan)
    return rows
  }
  return inSession({ ctx, actor, scope, signal: stop }, input, work, 'transfer').finally(stopped.forget)
}

async function* counted(source: AsyncIterable<Uint8Array>, item: Import): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    item.progress = { ...item.progress, bytes: item.progress.bytes + chunk.length }
    yield chunk
  }
}
