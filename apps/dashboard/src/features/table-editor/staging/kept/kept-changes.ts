import type { Entity } from '@colonnade/pg-meta'
import { z } from 'zod'
import type { StagedChanges } from '../staged-changes.ts'

/** Whose changes, of which table. */
export interface KeptPlace {
  readonly person: string
  readonly projectRef: string
  readonly table: number
}

const CellInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('null') }),
  z.object({ kind: z.literal('default') }),
])
const RowKey = z.object({ columns: z.array(z.string()), values: z.array(z.string()) })
const StagedRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('update'),
    key: RowKey,
    cells: z.array(z.tuple([z.string(), z.object({ input: CellInput, base: z.string().nullable() })])),
  }),
  z.object({ kind: z.literal('insert'), values: z.array(z.tuple([z.string(), CellInput])) }),
  z.object({ kind: z.literal('delete'), key: RowKey, cells: z.array(z.string().nullable()).nullable() }),
])

/** Unsaved changes of a table as the browser keeps them. */
const KeptChanges = z.object({
  schema: z.string(),
  name: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  rows: z.array(z.tuple([z.string(), StagedRow])),
  inserts: z.array(z.string()),
})
type KeptChanges = z.infer<typeof KeptChanges>

/** What is read back, with the moment of the last change. */
export interface ReadChanges {
  readonly staged: StagedChanges
  readonly at: number
}

const prefix = 'staged-changes:'
const prefixOf = ({ person, projectRef }: Omit<KeptPlace, 'table'>) => `${prefix}${person}:${projectRef}:`
export const keptName = (place: KeptPlace): string => prefixOf(place) + place.table

/** Keeps a table's unsaved changes in this browser. Returns false when it has no room for them. */
export function keepChanges(place: KeptPlace, { schema, name }: Pick<Entity, 'schema' | 'name'>, { rows, inserts }: StagedChanges): boolean {
  const kept: KeptChanges = {
    schema,
    name,
    at: Date.now(),
    rows: Array.from(rows, ([id, row]) => [
      id,
      row.kind === 'update'
        ? { ...row, key: keyOf(row), cells: [...row.cells] }
        : row.kind === 'insert'
          ? { ...row, values: [...row.values] }
          : { ...row, key: keyOf(row), cells: row.cells === null ? null : [...row.cells] },
    ]),
    inserts: [...inserts],
  }
  try {
    localStorage.setItem(keptName(place), JSON.stringify(kept))
    return true
  } catch {
    // what is kept from before would be offered in place of what is there now
    forgetChanges(place)
    return false
  }
}

const keyOf = ({ key }: { readonly key: { readonly columns: readonly string[]; readonly values: readonly string[] } }) => ({
  columns: [...key.columns],
  values: [...key.values],
})

export function forgetChanges(place: KeptPlace): void {
  try {
    localStorage.removeItem(keptName(place))
  } catch {
    // a browser without storage has kept nothing
  }
}

/**
 * Reads a table's unsaved changes back. A table keeps its oid when it is renamed and its name when the database is restored or upgraded, so
 * either finds them; where only one of the two fits, every column must exist, or they are another table's.
 */
export function readChanges(place: KeptPlace, entity: Pick<Entity, 'schema' | 'name' | 'columns'>): ReadChanges | null {
  const own = parse(keptName(place))
  if (own !== null && (isNamed(own, entity) || fits(own, entity))) return changesOf(own)
  for (const table of tablesOf(place)) {
    const other = { ...place, table }
    const kept = parse(keptName(other))
    if (kept === null || !isNamed(kept, entity) || !fits(kept, entity)) continue
    forgetChanges(other)
    return changesOf(kept)
  }
  return null
}

/** Reads what another tab wrote of a table. */
export function parseChanges(json: string): ReadChanges | null {
  try {
    return changesOf(KeptChanges.parse(JSON.parse(json)))
  } catch {
    return null
  }
}

/** Lists the tables with unsaved changes of a person. */
export function keptTables(person: string): readonly { readonly projectRef: string; readonly table: number }[] {
  const own = `${prefix}${person}:`
  return storedNames().flatMap((name) => {
    if (!name.startsWith(own)) return []
    const [projectRef = '', table = ''] = name.slice(own.length).split(':')
    return [{ projectRef, table: Number(table) }]
  })
}

function tablesOf(place: KeptPlace): readonly number[] {
  return keptTables(place.person).flatMap(({ projectRef, table }) => (projectRef === place.projectRef && table !== place.table ? [table] : []))
}

const isNamed = (kept: KeptChanges, entity: Pick<Entity, 'schema' | 'name'>) => kept.schema === entity.schema && kept.name === entity.name

function fits({ rows }: KeptChanges, { columns }: Pick<Entity, 'columns'>): boolean {
  const names = new Set(columns.map(({ name }) => name))
  return rows.every(([, row]) => {
    const cells = row.kind === 'update' ? row.cells : row.kind === 'insert' ? row.values : []
    const key = row.kind === 'insert' ? [] : row.key.columns
    return key.every((name) => names.has(name)) && cells.every(([name]) => names.has(name))
  })
}

function changesOf({ rows, inserts, at }: KeptChanges): ReadChanges {
  const entries = rows.map(
    ([id, row]) =>
      [
        id,
        row.kind === 'update' ? { ...row, cells: new Map(row.cells) } : row.kind === 'insert' ? { ...row, values: new Map(row.values) } : row,
      ] as const,
  )
  return { staged: { rows: new Map(entries), inserts }, at }
}

function parse(name: string): KeptChanges | null {
  try {
    return KeptChanges.parse(JSON.parse(localStorage.getItem(name) ?? ''))
  } catch {
    return null
  }
}

function storedNames(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
