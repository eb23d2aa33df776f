import { z } from 'zod'
import type { IDBPDatabase } from 'idb'
import { browserDatabase, type SqlDatabase } from './browser-database.ts'

/** A text as it was written in this browser and is not, or not yet, saved on the server. One of each document. */
export const LocalDocument = z.object({
  person: z.string(),
  ref: z.string(),
  id: z.string(),
  text: z.string(),
  /** What it is called before it is saved the first time; null to be named by what it says. */
  name: z.string().nullable(),
  /** The saved text that it was made from; null for one that was never saved. */
  base: z.object({ version: z.number(), content: z.string() }).nullable(),
  /** Sent to be saved, without an answer so far: it may be what the server has. */
  sent: z.string().nullable(),
  /** It was typed or run here, and not only handed over by another page. */
  isTouched: z.boolean(),
  /** Milliseconds since 1970. */
  editedAt: z.number(),
})
export type LocalDocument = z.infer<typeof LocalDocument>

export interface DocumentKey {
  readonly person: string
  readonly ref: string
  readonly id: string
}

const prefixOf = ({ person, ref }: Pick<DocumentKey, 'person' | 'ref'>) => `sql-document:${person}:${ref}:`
const nameOf = (key: DocumentKey) => prefixOf(key) + key.id

/** Keeps a text in the browser's database; where there is none, in its storage. False when neither has room. */
export async function keepLocal(row: LocalDocument): Promise<boolean> {
  const database = await browserDatabase()
  try {
    if (database === null || !(await isPut(database, row))) keepLocalNow(row)
    else localStorage.removeItem(nameOf(row))
    return true
  } catch {
    return false
  }
}

const isPut = (database: IDBPDatabase<SqlDatabase>, row: LocalDocument): Promise<boolean> =>
  database.put('documents', row).then(
    () => true,
    () => false,
  )

/** The same at once, for a page that is about to go: no promise is waited for then. @throws when the storage is full */
export function keepLocalNow(row: LocalDocument): void {
  localStorage.setItem(nameOf(row), JSON.stringify(row))
}

/** The newest of what is kept of a document. */
export async function readLocal(key: DocumentKey): Promise<LocalDocument | null> {
  const quick = parse(readStorage(nameOf(key)))
  const database = await browserDatabase()
  const row = await database?.get('documents', [key.person, key.ref, key.id]).catch(() => undefined)
  return newest(quick, row ?? null)
}

/** Everything of a person in a project that is kept here alone. */
export async function listLocal(of: Pick<DocumentKey, 'person' | 'ref'>): Promise<readonly LocalDocument[]> {
  const database = await browserDatabase()
  const range = IDBKeyRange.bound([of.person, of.ref], [of.person, of.ref, []])
  const rows = (await database?.getAll('documents', range).catch(() => undefined)) ?? []
  const quick = storageNames()
    .filter((name) => name.startsWith(prefixOf(of)))
    .flatMap((name) => parse(readStorage(name)) ?? [])
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of quick) byId.set(row.id, newest(row, byId.get(row.id) ?? null) ?? row)
  return [...byId.values()]
}

export async function forgetLocal(key: DocumentKey): Promise<void> {
  const database = await browserDatabase()
  await database?.delete('documents', [key.person, key.ref, key.id]).catch(() => undefined)
  try {
    localStorage.removeItem(nameOf(key))
  } catch {
    // what is not there need not go
  }
}

/** Of what two places keep, that which was written last. */
export function newest(one: LocalDocument | null, other: LocalDocument | null): LocalDocument | null {
  if (one === null || other === null) return one ?? other
  return one.editedAt >= other.editedAt ? one : other
}

function parse(json: string | null): LocalDocument | null {
  if (json === null) return null
  try {
    return LocalDocument.parse(JSON.parse(json))
  } catch {
    return null
  }
}

function readStorage(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function storageNames(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
