import { toAppError } from '@colonnade/core'
import type { BatchStatement } from '@colonnade/pg'
import { asCaller, type Asker, causeOf, undo } from '../authorizations/policies.ts'
import type { Realtime } from '../realtime.ts'
import { type TableChange, valueOf, writtenKey, type WrittenValues } from './record.ts'
import { askRows, hasReadableKey, numbered, textArray } from './rows.ts'
import type { TableColumn, TableView } from './tables.ts'

/** Changes that leave out columns which somebody needs. */
export interface Incomplete {
  readonly asker: Asker
  readonly view: TableView
  readonly columns: Map<TableChange, Set<string>>
}

/** Reads values that changes leave out from their rows, as the subscribers' roles. A row that they can no longer see stays as it is. */
export async function readLate(realtime: Realtime, incomplete: Iterable<Incomplete>): Promise<void> {
  await Promise.all(
    [...incomplete].map(async ({ asker, view, columns }) => {
      if (!hasReadableKey(view)) return
      const changes = [...columns.keys()]
      const names = [...new Set([...columns.values()].flatMap((each) => [...each]))]
      try {
        for (const [index, ...values] of await askRows(realtime.databases, asker, view, changes, names)) {
          const change = changes[Number(index)]!
          change.late ??= new Map()
          for (const [at, name] of names.entries()) change.late.set(name, values[at]!)
        }
      } catch (error) {
        realtime.logger.info('values not read', { ref: asker.ref, table: view.sqlName, error: toAppError(causeOf(error)) })
      }
    }),
  )
}

/** Columns that a role may read and that a change leaves out: large values that it didn't touch. */
export function missingOf(change: TableChange, view: TableView): string[] {
  if (change.kind !== 'UPDATE') return []
  return view.columns.flatMap(({ name, isReadable }) => {
    const isSent = !isReadable || valueOf(change, name, 'row') !== undefined || !change.columns.some((column) => column.name === name)
    return isSent ? [] : [name]
  })
}

/** Lets Postgres write values that only it can. Where it fails, values are sent as strings. */
export async function writeValues(
  realtime: Realtime,
  told: Iterable<readonly [TableChange, ReadonlyMap<TableView, unknown>]>,
  askerOf: (change: TableChange, view: TableView) => Asker,
): Promise<WrittenValues> {
  const written = new Map<string, string>()
  const wanted = new Map<string, { readonly column: TableColumn; readonly texts: Set<string> }>()
  let asker: Asker | null = null
  for (const [change, views] of told) {
    for (const view of views.keys()) {
      for (const column of view.columns) {
        if (!column.isForeign || !column.isReadable) continue
        for (const which of ['row', 'old'] as const) {
          const text = valueOf(change, column.name, which)
          if (text === null || text === undefined) continue
          asker ??= askerOf(change, view)
          const ofType = wanted.get(column.sqlType) ?? { column, texts: new Set() }
          wanted.set(column.sqlType, ofType)
          ofType.texts.add(text)
        }
      }
    }
  }
  if (asker === null) return written
  const questions = [...wanted.values()].map(({ column, texts }) => ({ column, texts: [...texts] }))
  const statements = questions.map(({ column, texts }): BatchStatement => ({
    name: '',
    text: `select v.i, pg_catalog.to_jsonb(v.x::${column.sqlType})::text from unnest($1::int4[], $2::text[]) v(i, x)`,
    values: [numbered(texts), textArray(texts)],
  }))
  const { ref } = asker
  try {
    const { run, leave } = await realtime.databases.enter(ref)
    try {
      const answers = await run([asCaller(asker, ''), ...statements, undo])
      for (const [at, { column, texts }] of questions.entries()) {
        for (const [index, json] of answers[at + 1]!) if (typeof json === 'string') written.set(writtenKey(column, texts[Number(index)]!), json)
      }
    } finally {
      leave()
    }
  } catch (error) {
    realtime.logger.info('values not written', { ref, error: toAppError(causeOf(error)) })
  }
  return written
}
