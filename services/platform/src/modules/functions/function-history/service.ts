import type { FunctionsAtMoment } from '@colonnade/contracts/functions/function-history'
import type { Queryable } from '@colonnade/pg'
import * as store from './store.ts'

/** Compares functions of a project at a point in time with the current ones. */
export async function listFunctionsAt(db: Queryable, ref: string, at: Date): Promise<FunctionsAtMoment> {
  const found = await store.compareFunctions(db, ref, at)
  return found.map(({ slug, version, live_version, state }) => ({ slug, version, live_version, state }))
}

/**
 * Reactivates the versions of a project's functions at a point in time. Later versions stay in their history, and later functions
 * stay as they are.
 */
export async function restoreFunctions(tx: Queryable, ref: string, at: Date): Promise<void> {
  for (const { slug, state, history_id: id } of await store.compareFunctions(tx, ref, at)) {
    if (id !== null && state !== 'same') await store.bringBack(tx, ref, slug, id)
  }
}
