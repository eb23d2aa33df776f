import { toast } from '@colonnade/ui'
import { useMemo, useSyncExternalStore } from 'react'
import { keep, readKept } from '../../../lib/kept.ts'
import { explainChangeError } from '../changes/explain-change-error.ts'
import type { RowWindow } from '../rows/row-window.ts'
import type { TableScope } from '../table-scope.ts'
import { useStagingText } from './messages.ts'
import { countStaged, savedText } from './staged-changes.ts'
import { dirtyTables, stagingStoreOf, type StagingStore } from './staging-store.ts'
import type { RowId, Staging } from './staging.ts'

/** What is staged for a table, and what can be done with it. */
export function useStaging(scope: TableScope, window: RowWindow): Staging {
  const store = useMemo(() => stagingStoreOf(scope), [scope])
  const state = useSyncExternalStore(store.subscribe, store.get)
  const isImmediate = useSyncExternalStore(mode.subscribe, mode.isImmediate)
  return useMemo((): Staging => {
    const { history, conflicts, failure, isSaving, saved, restoredFrom, isKept } = state
    const saveNow = (rows: readonly RowId[]) => {
      if (isImmediate) void store.save(scope, window, rows)
    }
    return {
      rows: history.present.rows,
      inserts: history.present.inserts,
      conflicts,
      failure,
      isSaving,
      isImmediate,
      saved,
      restoredFrom,
      isKept,
      canUndo: !isSaving && history.past.length > 0,
      canRedo: !isSaving && history.future.length > 0,
      set: (changes) => void setAll(store, scope, changes, saveNow),
      insert: (rows) => {
        const ids = store.insert(rows)
        saveNow(ids)
        return ids
      },
      remove: (rows) => {
        store.remove(rows)
        saveNow(rows.map(({ row }) => row))
      },
      revert: (row, column) => store.revert(row, column),
      undo: () => store.undo(),
      redo: () => store.redo(),
      discard: () => store.discard(),
      setImmediate: mode.set,
      notice: (row, cells) => store.notice(scope.entity, row, cells),
      save: (rows) => (rows === undefined ? saveAll(store, scope, window) : store.save(scope, window, rows)),
      resolve: (conflict, kept) => {
        store.resolve(scope.entity, conflict, kept)
        // the row that is gone stays on the screen until then
        if (conflict.theirs === undefined) window.load()
        else saveNow([conflict.row])
      },
    }
  }, [store, state, isImmediate, scope, window])
}

async function setAll(
  store: StagingStore,
  scope: TableScope,
  changes: Parameters<Staging['set']>[0],
  then: (rows: readonly RowId[]) => void,
): Promise<void> {
  try {
    const isSet = store.set(scope, changes)
    if (isSet !== null) await isSet
    then([...new Set(changes.map(({ row }) => row))])
  } catch (error) {
    toast.error(useStagingText.loadFailed(explainChangeError(error, scope.entity, []).title))
  }
}

async function saveAll(store: StagingStore, scope: TableScope, window: RowWindow): Promise<boolean> {
  const count = countStaged(store.staged)
  const isSaved = await store.save(scope, window)
  const text = savedText(count)
  if (isSaved && text !== '') toast.success(text)
  return isSaved
}

const modeKey = 'table-editor:edits'
const modeListeners = new Set<() => void>()
let isImmediateNow: boolean | null = null

/** True if this person saves each change immediately; remembered by the browser. */
const mode = {
  isImmediate: (): boolean => (isImmediateNow ??= readKept(modeKey) === 'immediate'),
  set: (isImmediate: boolean): void => {
    isImmediateNow = isImmediate
    keep(modeKey, isImmediate ? 'immediate' : 'staged')
    for (const listener of modeListeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    modeListeners.add(listener)
    return () => modeListeners.delete(listener)
  },
}

/** Oids of the project's tables that have something staged. */
export function useDirtyTables(projectRef: string): ReadonlySet<number> {
  const names = useSyncExternalStore(dirtyTables.subscribe, dirtyTables.get)
  return useMemo(() => {
    const prefix = `${projectRef} `
    return new Set(names.flatMap((name) => (name.startsWith(prefix) ? [Number(name.slice(prefix.length))] : [])))
  }, [names, projectRef])
}
