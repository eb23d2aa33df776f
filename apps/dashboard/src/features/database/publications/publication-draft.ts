import { publications } from '@colonnade/pg-meta'
import type { Draft } from '../../../scope/changes/draft.ts'
import { operationText, publicationFormText, tablePartsText } from './messages.ts'
import type { PublicationDefinition } from './publication-queries.ts'

export interface TableDraft {
  readonly schema: string
  readonly name: string
  /** Null for all, including future ones. */
  readonly columns: readonly string[] | null
  /** An expression; empty for all rows. */
  readonly filter: string
}

export const operations = ['insert', 'update', 'delete', 'truncate'] as const
export type Operation = (typeof operations)[number]

export interface PublicationDraft {
  readonly name: string
  /** Empty for the role that creates it. */
  readonly owner: string
  readonly comment: string
  readonly operations: readonly Operation[]
  readonly isViaRoot: boolean
  readonly scope: 'tables' | 'all'
  readonly tables: readonly TableDraft[]
  /** Schemas published as a whole. */
  readonly schemas: readonly string[]
}

/** Publishes everything by default, as Postgres does. */
export const newPublication: PublicationDraft = {
  name: '',
  owner: '',
  comment: '',
  operations,
  isViaRoot: false,
  scope: 'tables',
  tables: [],
  schemas: [],
}

export function draftOf(row: PublicationDefinition): PublicationDraft {
  return {
    name: row.name,
    owner: row.owner,
    comment: row.comment ?? '',
    operations: operations.filter((operation) => row[`publish_${operation}`]),
    isViaRoot: row.publish_via_partition_root,
    scope: row.parts === null ? 'all' : 'tables',
    tables: (row.parts ?? []).map(({ schema, name, columns, filter }) => ({ schema, name, columns, filter: filter ?? '' })),
    schemas: row.schemas,
  }
}

export const isSameTable = (one: { readonly schema: string; readonly name: string }, other: { readonly schema: string; readonly name: string }) =>
  one.schema === other.schema && one.name === other.name

/** Returns the key of a table. */
export const keyOf = ({ schema, name }: { readonly schema: string; readonly name: string }): string => JSON.stringify([schema, name])

/** Drafts the creation of a publication. */
export function creationOf(draft: PublicationDraft): Draft {
  return written(draft, () => ({ name: publicationFormText.creation(draft.name), commands: [creating(draft)] }))
}

function creating(draft: PublicationDraft) {
  return publications.create({
    name: draft.name,
    ...flagsOf(draft.operations),
    ...(draft.isViaRoot && { publish_via_partition_root: true }),
    tables: draft.scope === 'all' ? null : draft.tables.map(tableOf),
    ...(draft.scope === 'tables' && draft.schemas.length > 0 && { schemas: [...draft.schemas] }),
    ...(draft.owner !== '' && { owner: draft.owner }),
    ...(draft.comment !== '' && { comment: draft.comment }),
  })
}

/** Returns the statement that creates a publication as it is. */
export const definitionOf = (row: PublicationDefinition): string => creating({ ...draftOf(row), owner: '' }).sql

/** Drafts the changes of a publication, only for what differs (spec §4). */
export function alterationOf(row: PublicationDefinition, draft: PublicationDraft): Draft {
  const before = draftOf(row)
  const input: publications.UpdatePublication = {
    ...flagsOf(operations, (operation) => draft.operations.includes(operation) !== before.operations.includes(operation), draft.operations),
    ...(draft.isViaRoot !== before.isViaRoot && { publish_via_partition_root: draft.isViaRoot }),
    ...(draft.scope === 'tables' && !isSameSet(draft.schemas, before.schemas) && { schemas: [...draft.schemas] }),
    ...(draft.comment !== before.comment && { comment: draft.comment === '' ? null : draft.comment }),
    ...(draft.owner !== before.owner && { owner: draft.owner }),
    ...(draft.name !== before.name && { name: draft.name }),
  }
  const [first, tables] = tablesAfter(before, draft)
  if (Object.keys(input).length === 0 && tables === undefined) return { kind: 'unchanged' }
  return written(draft, () => ({
    name: publicationFormText.alteration(row.name),
    commands: [
      ...(first === undefined ? [] : [publications.update({ name: row.name }, { tables: first })]),
      publications.update({ name: row.name }, { ...(tables !== undefined && { tables }), ...input }),
    ],
  }))
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item))

/** Returns the change of one switch. */
export function switching(name: string, operation: Operation, isOn: boolean) {
  return {
    name: publicationFormText.switching(operationText[operation], name, isOn),
    commands: [publications.update({ name }, { [`publish_${operation}`]: isOn })],
  }
}

/** Returns whether a change re-creates the publication: between selected tables and all tables (spec §4). */
export const isRemade = (row: PublicationDefinition, draft: PublicationDraft): boolean => draftOf(row).scope !== draft.scope

type Tables = publications.PublishedTable[] | null

/** The tables that have to be named, and before that those without the ones that lose their columns or filter; undefined for no change. */
function tablesAfter(before: PublicationDraft, draft: PublicationDraft): [Tables | undefined, Tables | undefined] {
  if (draft.scope === 'all') return [undefined, before.scope === 'all' ? undefined : null]
  const oldOf = (table: TableDraft) => before.tables.find((old) => isSameTable(old, table))
  const isSame = before.scope === draft.scope && before.tables.length === draft.tables.length
  if (isSame && draft.tables.every((table) => isEqual(oldOf(table), table))) return [undefined, undefined]
  const isPlain = ({ columns, filter }: TableDraft) => columns === null && filter.trim() === ''
  const plainPath = ({ schema, name }: TableDraft) => ({ schema, name })
  // one that is named without columns and filter keeps those that it has, so it goes first
  const cleared = draft.tables.filter((table) => {
    const old = oldOf(table)
    return old !== undefined && isPlain(table) && !isPlain(old)
  })
  const full = draft.tables.map((table) => (isEqual(oldOf(table), table) ? plainPath(table) : tableOf(table)))
  if (cleared.length === 0) return [undefined, full]
  return [before.tables.filter((old) => !cleared.some((table) => isSameTable(old, table))).map(plainPath), full]
}

function isEqual(old: TableDraft | undefined, table: TableDraft): boolean {
  return old !== undefined && old.filter === table.filter.trim() && JSON.stringify(old.columns) === JSON.stringify(table.columns)
}

function tableOf({ schema, name, columns, filter }: TableDraft): publications.PublishedTable {
  return { schema, name, ...(columns !== null && { columns: [...columns] }), ...(filter.trim() !== '' && { filter: filter.trim() }) }
}

function flagsOf(all: readonly Operation[], isWanted: (operation: Operation) => boolean = () => true, on: readonly Operation[] = all) {
  return Object.fromEntries(all.filter(isWanted).map((operation) => [`publish_${operation}`, on.includes(operation)]))
}

const maxNameBytes = 63

function written(draft: PublicationDraft, write: () => Extract<Draft, { kind: 'change' }>['change']): Draft {
  const problems: Record<string, string> = {}
  const bytes = new TextEncoder().encode(draft.name).length
  if (draft.name === '') problems['name'] = publicationFormText.nameMissing
  else if (bytes > maxNameBytes) problems['name'] = publicationFormText.nameTooLong(maxNameBytes, bytes)
  if (draft.scope === 'tables') {
    for (const table of draft.tables) if (table.columns?.length === 0) problems[keyOf(table)] = tablePartsText.noColumn
  }
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  try {
    return { kind: 'change', change: write() }
  } catch (error) {
    return { kind: 'incomplete', problems: { form: error instanceof Error ? error.message : String(error) } }
  }
}
