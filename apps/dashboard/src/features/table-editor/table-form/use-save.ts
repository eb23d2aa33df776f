import { AppError, isAppError } from '@colonnade/core'
import { sql, toText } from '@colonnade/sql'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { cancelSql, runTransaction } from '../../../scope/run-sql.ts'
import { useSaveText } from './messages.ts'
import { type FormStatement, patiencePath, type TableBase } from './statements/changes.ts'
import { placeError, type PlacedError } from './model/place-error.ts'
import type { TableDraft } from './model/table-draft.ts'
import { withObstacles } from './types/type-obstacles.ts'
import { formKey, loadTable, type Realtime } from './queries.ts'

/** Changes of large tables take their time; this is the most that one waits for. */
const saveTimeoutMs = 60 * 60 * 1000

/** Between two attempts to stop what is being saved. */
const stopAgainMs = 300

export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  /** Somebody else changed the table since the form was opened. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly error: PlacedError }

export interface Save {
  readonly state: SaveState
  /** Runs the statements in one transaction; the oid of the table when they ran, undefined when not. */
  readonly run: (statements: readonly FormStatement[], draft: TableDraft, isOnTop: boolean) => Promise<number | undefined>
  /** Stops what is being saved. */
  readonly cancel: () => void
  readonly forget: () => void
}

/** Saves a draft, all of it or nothing. `base` is the table that it changes. */
export function useSave(projectRef: string, base: TableBase | null, realtime: Realtime | null): Save {
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const key = useRef<string | null>(null)
  const isStopped = useRef(false)
  const queryClient = useQueryClient()
  return {
    state,
    run: async (statements, draft, isOnTop) => {
      setState({ kind: 'saving' })
      isStopped.current = false
      try {
        if (base !== null && !isOnTop && !(await isUnchanged(projectRef, base, realtime))) {
          setState({ kind: 'changed' })
          return undefined
        }
        if (isStopped.current) throw new AppError('query_cancelled')
        key.current = crypto.randomUUID()
        const id = toText(
          sql`select c.oid::int8 from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = ${draft.schema} and c.relname = ${draft.name};`,
        )
        const { results } = await runTransaction(projectRef, {
          statements: [
            ...statements.map(({ sql: query, path }) => ({ query, ...(path === patiencePath && { recorded: null }) })),
            { query: id, recorded: null },
          ],
          migration: { name: base === null ? useSaveText.createTable(draft.name) : useSaveText.changeTable(base.draft.name) },
          key: key.current,
          timeout_ms: saveTimeoutMs,
          row_limit: 1,
        })
        await queryClient.invalidateQueries({ queryKey: formKey(projectRef) })
        void queryClient.invalidateQueries({ queryKey: sqlKey(projectRef, 'table-names') })
        setState({ kind: 'idle' })
        return Number(results.at(-1)?.rows[0]?.[0])
      } catch (error) {
        setState({ kind: 'refused', error: await withObstacles(projectRef, base, error, placeError(error, statements, draft)) })
        return undefined
      } finally {
        key.current = null
      }
    },
    cancel: () => {
      isStopped.current = true
      void stop(projectRef, () => key.current)
    },
    forget: () => setState({ kind: 'idle' }),
  }
}

/** Asks until it has ended: the database may not have heard of it yet, or wait between two statements. */
async function stop(projectRef: string, keyOf: () => string | null): Promise<void> {
  for (let key = keyOf(); key !== null; key = keyOf()) {
    // it may have ended by then, which is no failure
    await cancelSql(projectRef, key).catch(() => false)
    await new Promise((resolve) => setTimeout(resolve, stopAgainMs))
  }
}

async function isUnchanged(projectRef: string, base: TableBase, realtime: Realtime | null): Promise<boolean> {
  try {
    const now = await loadTable(projectRef, base.definition.id, realtime)
    return JSON.stringify([now.base.definition, now.base.partitions]) === JSON.stringify([base.definition, base.partitions])
  } catch (error) {
    if (isAppError(error)) throw error
    return false
  }
}
