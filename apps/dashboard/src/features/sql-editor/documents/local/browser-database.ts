import type { TransactionState } from '@colonnade/contracts/data/sql-runs'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { RunOutput } from '../../run/run-state.ts'
import type { LocalDocument } from './local-document.ts'

/** A run of the last day, without what it answered. */
export interface KeptRun {
  readonly id: string
  readonly person: string
  readonly ref: string
  readonly text: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly tookMs: number
  readonly rows: number | null
  readonly command: string
  /** What it changed was rolled back. */
  readonly isRolledBack?: true
  readonly rowLimit: number | null
  readonly error: { readonly code: string; readonly message: string; readonly details: Readonly<Record<string, unknown>> } | null
  /** Of the session, after the run. */
  readonly transaction?: TransactionState
  /** Of its text and of what is kept of its answer, in characters. */
  readonly size: number
}

export interface SqlDatabase extends DBSchema {
  documents: { readonly key: [person: string, ref: string, id: string]; readonly value: LocalDocument }
  runs: { readonly key: string; readonly value: KeptRun; readonly indexes: { readonly moment: [person: string, ref: string, at: number] } }
  results: { readonly key: string; readonly value: RunOutput }
}

let opened: Promise<IDBPDatabase<SqlDatabase> | null> | undefined

/** What the SQL editor keeps in the browser; null where the browser has no database, or gives none to this page. */
export function browserDatabase(): Promise<IDBPDatabase<SqlDatabase> | null> {
  return (opened ??= open())
}

async function open(): Promise<IDBPDatabase<SqlDatabase> | null> {
  const forget = () => (opened = undefined)
  try {
    return await openDB<SqlDatabase>('colonnade-sql-editor', 1, {
      upgrade(database) {
        database.createObjectStore('documents', { keyPath: ['person', 'ref', 'id'] })
        database.createObjectStore('runs', { keyPath: 'id' }).createIndex('moment', ['person', 'ref', 'at'])
        database.createObjectStore('results')
      },
      // another page needs a later version, or the browser closed it: the next one who asks opens it again
      blocking: (_current, _next, event) => {
        ;(event.target as IDBDatabase).close()
        forget()
      },
      terminated: forget,
    })
  } catch {
    return null
  }
}
