import type { FormPath, TableBase } from '../statements/changes.ts'
import { isSameSource } from '../statements/column-changes.ts'
import { constraintsOf } from '../statements/constraint-changes.ts'
import { volatilityOf } from '../types/default-values.ts'
import { quoteIdent } from '@colonnade/sql'
import type { ColumnDraft, TableDraft } from './table-draft.ts'
import { isRewrite, isSameType } from '../types/type-changes.ts'
import { locksText } from './messages.ts'

/** From so many rows, or so many bytes, work on all rows is worth a warning: about a second of it. */
export const largeTable = { rows: 100_000, bytes: 100 * 1024 * 1024 } as const

export interface TableSize {
  readonly rows: number
  readonly bytes: number
}

export interface LockWarning {
  readonly path: FormPath
  /** What Postgres does: "Rewrites every row". */
  readonly work: string
  /** Of what. */
  readonly subject: string
  /** Who is blocked. */
  readonly blocked: string
  /** How the same is had without that; null when there is no other way. */
  readonly gentler: string | null
  /** Where Postgres's documentation says so. */
  readonly source: string
}

const page = (name: string, anchor = '') => `https://www.postgresql.org/docs/current/${name}.html${anchor}`
const notesOfAlterTable = page('sql-altertable', '#SQL-ALTERTABLE-NOTES')

/** ACCESS EXCLUSIVE (Postgres documentation, 13.3.1). */
const everybody = locksText.noAccess
/** SHARE ROW EXCLUSIVE, of foreign keys on both tables (CREATE TABLE's and ALTER TABLE's notes). */
const writers = locksText.noWrites

export function isLarge({ rows, bytes }: TableSize): boolean {
  return rows >= largeTable.rows || bytes >= largeTable.bytes
}

/** What a draft's changes of a large table cost others, part by part; nothing for small and new tables. */
export function lockWarnings(base: TableBase | null, draft: TableDraft, size: TableSize, versionNumber: number): readonly LockWarning[] {
  if (base === null || !isLarge(size)) return []
  const before = base.draft
  const present = new Map(before.columns.map((column) => [column.id, column]))
  return [
    ...draft.columns.flatMap((column) => {
      const old = present.get(column.id)
      return old === undefined ? ofNewColumn(column) : ofColumn(old, column, before, versionNumber)
    }),
    ...ofConstraints(base, draft, versionNumber),
    ...draft.indexes
      .filter(({ origin }) => origin === null)
      .map((index) => ({
        path: `index:${index.id}`,
        work: locksText.buildsIndex,
        subject: index.name === '' ? locksText.newIndex : index.name,
        blocked: writers,
        gentler: locksText.indexGently,
        source: page('sql-createindex', '#SQL-CREATEINDEX-CONCURRENTLY'),
      })),
    ...(draft.isUnlogged === before.isUnlogged
      ? []
      : [
          {
            path: 'unlogged',
            work: locksText.rewrites,
            subject: draft.isUnlogged ? locksText.toUnlogged : locksText.toLogged,
            blocked: everybody,
            gentler: null,
            source: page('sql-altertable', '#SQL-ALTERTABLE-DESC-SET-LOGGED-UNLOGGED'),
          },
        ]),
    ...(draft.detached.length === 0
      ? []
      : [
          {
            path: 'partitions',
            work: locksText.detaches,
            subject: locksText.detach,
            blocked: locksText.detachWaits,
            gentler: locksText.detachGently,
            source: page('sql-altertable', '#SQL-ALTERTABLE-DETACH-PARTITION'),
          },
        ]),
    ...(draft.newPartitions.some(({ attaches }) => attaches !== null)
      ? [
          {
            path: 'partitions',
            work: locksText.checksAttached,
            subject: locksText.attach,
            blocked: locksText.attachedBlocked,
            gentler: locksText.attachGently,
            source: page('sql-altertable', '#SQL-ALTERTABLE-ATTACH-PARTITION'),
          },
        ]
      : []),
    ...(draft.newPartitions.length > 0 && base.partitions.some(({ is_default }) => is_default)
      ? [
          {
            path: 'partitions',
            work: locksText.scansDefault,
            subject: locksText.besideDefault,
            blocked: locksText.defaultBlocked,
            gentler: locksText.defaultGently,
            source: page('sql-createtable', '#SQL-CREATETABLE-PARTITION'),
          },
        ]
      : []),
  ]
}

function ofNewColumn({ id, name, source }: ColumnDraft): LockWarning[] {
  const rewrite = (why: string, gentler: string | null): LockWarning[] => [
    { path: `column:${id}`, work: locksText.rewrites, subject: `${name}: ${why}`, blocked: everybody, gentler, source: notesOfAlterTable },
  ]
  if (source.kind === 'identity') return rewrite(locksText.numbersRows, null)
  if (source.kind === 'generated') {
    return source.storage === 'VIRTUAL' ? [] : rewrite(locksText.fillsRows, locksText.virtualGently)
  }
  if (source.kind !== 'default' || source.format === 'literal') return []
  const volatility = volatilityOf(source.text)
  if (volatility === 'steady') return []
  return rewrite(volatility === 'volatile' ? locksText.volatileDefault : locksText.unknownDefault, locksText.defaultInBatches)
}

function ofColumn(before: ColumnDraft, now: ColumnDraft, table: TableDraft, versionNumber: number): LockWarning[] {
  const warnings: LockWarning[] = []
  const path = `column:${now.id}`
  if (!isSameType(before.type, now.type) && (now.using.trim() !== '' || isRewrite(before.type, now.type))) {
    warnings.push({
      path: `${path}:type`,
      work: locksText.rewritesAll,
      subject: locksText.typeChange(now.name, before.type, now.type),
      blocked: everybody,
      gentler: locksText.typeGently,
      source: notesOfAlterTable,
    })
  }
  if (
    before.source.kind === 'generated' &&
    now.source.kind === 'generated' &&
    !isSameSource(before.source, now.source) &&
    now.source.storage === 'STORED'
  ) {
    warnings.push({
      path: `${path}:source`,
      work: locksText.rewrites,
      subject: locksText.expressionChange(now.name),
      blocked: everybody,
      gentler: null,
      source: page('sql-altertable', '#SQL-ALTERTABLE-DESC-SET-EXPRESSION'),
    })
  }
  const isIdentity = now.source.kind === 'identity' && before.source.kind !== 'identity'
  if (before.isNullable && (!now.isNullable || isIdentity) && !isProved(table, before)) {
    const name = quoteIdent(now.name)
    warnings.push({
      path: `${path}:nullable`,
      work: locksText.checksRows,
      subject: locksText.notNull(now.name),
      blocked: everybody,
      gentler: versionNumber >= 180_000 ? locksText.notNullGently(name) : locksText.notNullByCheck(name),
      source: page('sql-altertable', '#SQL-ALTERTABLE-DESC-SET-DROP-NOT-NULL'),
    })
  }
  return warnings
}

/** A valid check that the column is not NULL saves the look at the rows (Postgres documentation, ALTER TABLE, SET NOT NULL). */
function isProved(table: TableDraft, { id, name }: ColumnDraft): boolean {
  const words = [name, quoteIdent(name)].map((text) => locksText.notNULL(text).toLowerCase())
  return table.checks.some(
    ({ column, expression, isValidated }) =>
      column === id &&
      isValidated &&
      words.includes(
        expression
          .trim()
          .replace(/^\((.*)\)$/s, '$1')
          .trim()
          .toLowerCase(),
      ),
  )
}

function ofConstraints({ definition, draft: before }: TableBase, draft: TableDraft, versionNumber: number): LockWarning[] {
  const isPartitioned = typeof definition.partition_by === 'string'
  const body = (key: object) => JSON.stringify({ ...key, name: '', isValidated: true })
  const old = new Map(constraintsOf(before).map(({ key }) => [key.id, body(key)]))
  return constraintsOf(draft)
    .filter(({ key }) => old.get(key.id) !== body(key))
    .flatMap(({ kind, key }): LockWarning[] => {
      const path = `key:${key.id}`
      const words = key.name === '' ? undefined : key.name
      const notValid = locksText.validateLater
      if (kind === 'primary' || kind === 'unique') {
        return [
          {
            path,
            work: locksText.buildsUniqueIndex,
            subject: words ?? (kind === 'primary' ? locksText.primaryKey : locksText.uniqueConstraint),
            blocked: everybody,
            gentler: locksText.uniqueGently,
            source: page('sql-altertable', '#SQL-ALTERTABLE-DESC-ADD-TABLE-CONSTRAINT-USING-INDEX'),
          },
        ]
      }
      if (!key.isValidated) return []
      return [
        kind === 'check'
          ? { path, work: locksText.checksRows, subject: words ?? locksText.check, blocked: everybody, gentler: notValid, source: notesOfAlterTable }
          : {
              path,
              work: locksText.looksUpRows,
              subject: words ?? locksText.foreignKey,
              blocked: locksText.noWritesToEither,
              // a foreign key of a partitioned table can be NOT VALID from 18 on
              gentler: !isPartitioned || versionNumber >= 180_000 ? notValid : null,
              source: notesOfAlterTable,
            },
      ]
    })
}
