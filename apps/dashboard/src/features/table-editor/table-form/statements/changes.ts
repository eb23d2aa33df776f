import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { sql, type SqlText, toText } from '@colonnade/sql'
import type { Command } from '@colonnade/pg-meta'
import {
  alterTable,
  clusterOn,
  commentOnTable,
  dropColumn,
  moveTable,
  publishTable,
  renameColumn,
  renameTable,
  setLogged,
  type TableName,
} from '@colonnade/pg-meta/alter-table'
import * as partitions from '@colonnade/pg-meta/partitions'
import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import { columns } from '@colonnade/pg-meta'
import { columnChanges, definitionOfColumn } from './column-changes.ts'
import { addedConstraints, constraintRenames, constraintsThatGo } from './constraint-changes.ts'
import { addedIndexes, indexRenames, indexesThatGo } from './index-changes.ts'
import { boundOf } from './partition-bounds.ts'
import type { TableDraft } from '../model/table-draft.ts'

/** Where in the form a statement comes from, and where its error belongs: "name", "column:new:4", "column:column:id:type", "key:…". */
export type FormPath = string

export interface FormStatement {
  readonly sql: SqlText
  readonly path: FormPath
}

/** What is known of a table besides its draft, and not shown. */
export interface TableBase {
  readonly definition: DefinedTable
  readonly draft: TableDraft
  readonly partitions: readonly partitions.Partition[]
}

export function statement(command: Command, path: FormPath): FormStatement {
  return { sql: command.sql, path }
}

/** How long a change waits for others who use the table: whoever comes later waits behind it. */
export const lockPatienceSeconds = 10

/** Stands for no part of the form: how long is waited is no change of the table. */
export const patiencePath: FormPath = 'lock'

/** The statements with the limit of that patience before them; none stay none. */
export function withPatience(statements: readonly FormStatement[]): readonly FormStatement[] {
  if (statements.length === 0) return statements
  return [{ sql: toText(sql`set local lock_timeout = ${`${lockPatienceSeconds}s`};`), path: patiencePath }, ...statements]
}

/**
 * The statements that make a table what its draft says, for one transaction: nothing that is the same is named. Columns and the table are
 * renamed, never made again.
 *
 * @throws Error when the draft can't be written as SQL; `problemsOf` detects such drafts before
 */
export function changesOf(base: TableBase, draft: TableDraft): readonly FormStatement[] {
  const { definition, draft: before } = base
  const table: TableName = { schema: before.schema, name: before.name }
  const kept = new Map(draft.columns.map((column) => [column.id, column]))
  const old = new Map(before.columns.map((column) => [column.id, column]))
  const dropped = before.columns.filter(({ id }) => !kept.has(id))
  return [
    ...indexesThatGo(before, draft).map((change) => change(table)),
    ...constraintsThatGo(definition, before, draft).map((change) => change(table)),
    ...dropped.map(({ id, name }) => statement(dropColumn(table, name), `column:${id}`)),
    ...renames(before, draft).map(({ id, from, to }) => statement(renameColumn(table, from, to), `column:${id}:name`)),
    ...constraintRenames(before, draft).map((change) => change(table)),
    ...indexRenames(before, draft).map((change) => change(table)),
    ...draft.columns.flatMap((column) => {
      const was = old.get(column.id)
      // parts of a draft that nobody touched are the same objects
      return was === undefined || was === column ? [] : columnChanges(table, definition, was, column)
    }),
    ...draft.columns
      .filter(({ origin }) => origin === null)
      .map((column) =>
        statement(columns.create({ ...table, table: table.name, ...definitionOfColumn(column), name: column.name }), `column:${column.id}`),
      ),
    ...addedConstraints(definition, before, draft).map((change) => change(table)),
    ...addedIndexes(draft).map((change) => change(table)),
    ...restoredRoles(definition, before, draft, table),
    ...tableSettings(before, draft, table),
    ...partitionChanges(base, draft, table),
    ...(draft.schema === before.schema ? [] : [statement(moveTable(table, draft.schema), 'schema')]),
    ...(draft.name === before.name ? [] : [statement(renameTable({ ...table, schema: draft.schema }, draft.name), 'name')]),
  ]
}

/** Renames one after another, so that no name is there twice: two columns that change names go over a third one. */
function renames(before: TableDraft, draft: TableDraft): { id: string; from: string; to: string }[] {
  const old = new Map(before.columns.map((column) => [column.id, column.name]))
  const pending = draft.columns.flatMap(({ id, name }) => {
    const from = old.get(id)
    return from === undefined || from === name ? [] : [{ id, from, to: name }]
  })
  const steps: typeof pending = []
  const taken = new Set(draft.columns.flatMap(({ id }) => old.get(id) ?? []))
  while (pending.length > 0) {
    const next = pending.findIndex(({ to }) => !taken.has(to))
    if (next >= 0) {
      const [step] = pending.splice(next, 1)
      steps.push(step!)
      taken.delete(step!.from)
      taken.add(step!.to)
    } else {
      const first = pending[0]!
      const between = freeName(taken)
      steps.push({ ...first, to: between })
      taken.delete(first.from)
      taken.add(between)
      pending[0] = { ...first, from: between }
    }
  }
  return steps
}

function freeName(taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) if (!taken.has(`renamed_${count}`)) return `renamed_${count}`
}

/** A re-created key keeps the roles of its index: the order of CLUSTER, the identity of replicated rows. */
function restoredRoles(definition: DefinedTable, before: TableDraft, draft: TableDraft, table: TableName): FormStatement[] {
  const renamedKeys = (names: readonly string[]) =>
    names.filter((name) => {
      const old = [before.primaryKey, ...before.uniques].find((key) => key?.origin === name)
      const now = [draft.primaryKey, ...draft.uniques].find((key) => key?.origin === name)
      return (
        old &&
        now &&
        (old.columns.join() !== now.columns.join() ||
          ('nullsNotDistinct' in old && 'nullsNotDistinct' in now && old.nullsNotDistinct !== now.nullsNotDistinct))
      )
    })
  const remade = renamedKeys(definition.constraints.flatMap(({ name, type }) => (type === 'primary' || type === 'unique' ? [name] : [])))
  const nameNow = (name: string) => [draft.primaryKey, ...draft.uniques].find((key) => key?.origin === name)?.name ?? name
  const { cluster_index: cluster, replica_identity_index: replica } = definition
  return [
    ...(typeof cluster === 'string' && remade.includes(cluster) ? [statement(clusterOn(table, nameNow(cluster)), 'key')] : []),
    ...(typeof replica === 'string' && remade.includes(replica) && draft.replicaIdentity === 'INDEX'
      ? [statement(alterTable(table, { replica_identity: 'INDEX', replica_identity_index: nameNow(replica) }), 'key')]
      : []),
  ]
}

function tableSettings(before: TableDraft, draft: TableDraft, table: TableName): FormStatement[] {
  return [
    ...(draft.isRlsEnabled === before.isRlsEnabled ? [] : [statement(alterTable(table, { rls_enabled: draft.isRlsEnabled }), 'rls')]),
    ...(draft.isRlsForced === before.isRlsForced ? [] : [statement(alterTable(table, { rls_forced: draft.isRlsForced }), 'rls')]),
    ...(draft.replicaIdentity === before.replicaIdentity || draft.replicaIdentity === 'INDEX'
      ? []
      : [statement(alterTable(table, { replica_identity: draft.replicaIdentity }), 'replica')]),
    ...(draft.isUnlogged === before.isUnlogged ? [] : [statement(setLogged(table, !draft.isUnlogged), 'unlogged')]),
    ...(draft.comment === before.comment ? [] : [statement(commentOnTable(table, draft.comment === '' ? null : draft.comment), 'comment')]),
    ...(draft.isPublished === before.isPublished ? [] : [statement(publishTable(table, realtimePublication, draft.isPublished), 'realtime')]),
  ]
}

function partitionChanges({ definition, partitions: present }: TableBase, draft: TableDraft, table: TableName): FormStatement[] {
  const parent = { schema: table.schema, name: table.name }
  const strategy = strategyOf(definition)
  return [
    ...present
      .filter(({ id }) => draft.detached.includes(id))
      .map(({ id, schema, name, parent_schema, parent_name }) =>
        statement(partitions.detach({ schema, name, parent: { schema: parent_schema, name: parent_name } }), `partition:${id}`),
      ),
    ...draft.newPartitions.map((partition) => {
      const bound = boundOf(strategy, partition)
      const attached = partition.attaches?.table
      const made = attached
        ? partitions.attach({ ...attached, parent, bound })
        : partitions.create({ schema: table.schema, name: partition.name, parent, bound })
      return statement(made, `partition:${partition.id}`)
    }),
  ]
}

/** How a table that is there is partitioned: Postgres prints "RANGE (made_at)". */
export function strategyOf({ partition_by }: Pick<DefinedTable, 'partition_by'>): 'range' | 'list' | 'hash' {
  const word = typeof partition_by === 'string' ? partition_by.trim().split(/[\s(]/, 1)[0]!.toLowerCase() : partition_by?.strategy
  return word === 'list' || word === 'hash' ? word : 'range'
}
