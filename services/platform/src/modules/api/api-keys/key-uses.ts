import type { Database } from '@colonnade/pg'
import type { KeyUse } from '@colonnade/projects'
import * as store from './store.ts'

/** Most clients stored per key, because callers choose their names. */
const clientsKept = 20
const clientLengthMost = 100
const addressLengthMost = 64

/** Stores a batch of uses of a project's keys. Drops uses of deleted keys. */
export async function recordKeyUse(db: Pick<Database, 'transaction'>, ref: string, uses: readonly KeyUse[]): Promise<void> {
  if (uses.length === 0) return
  const merged = new Map<string, store.NewUse>()
  for (const use of uses) {
    const client = printable(use.client).slice(0, clientLengthMost)
    const key = `${use.id} ${client}`
    const before = merged.get(key)
    const isLater = before === undefined || use.at >= before.at
    const address = isLater ? printable(use.address).slice(0, addressLengthMost) : before.address
    merged.set(key, { id: use.id, client, address, at: Math.max(use.at, before?.at ?? 0), calls: use.calls + (before?.calls ?? 0) })
  }
  await db.transaction(async (tx) => {
    await store.addUses(tx, ref, [...merged.values()])
    await store.mergeOldUses(tx, ref, clientsKept)
  })
}

/** Clients choose their headers, and Postgres stores neither NUL nor unpaired surrogates. */
function printable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, '')
}
