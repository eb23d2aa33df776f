import type { FunctionsAtMoment } from '@colonnade/contracts/functions/function-history'
import type { Queryable } from '@colonnade/pg'
import * as store from './store.ts'

/** Functions of a project at a moment, beside what they are now. */
export async function listFunctionsAt(db: Queryable, ref: string, at: Date): Promise<FunctionsAtMoment> {
  const found = await store.compareFunctions(db, ref, at)
  return found.map(({ slug, version, live_version, state }) => ({ slug, version, live_version, state }))
}

/**
 * Makes functions of a project live as they were at a moment. Versions deployed since stay in their history, and functions that were created since stay
 * as they are.
 */
export async function restoreFunctions(tx: Queryable, ref: string, at: Date): Promise<void> {
  for (const { slug, state, history_id: id } of await store.compareFunctions(tx, ref, at)) {
    if (id !== null && state !== 'same') await store.bringBack(tx, ref, slug, id)
  }
}
