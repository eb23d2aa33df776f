import type { FormPath, TableBase } from '../statements/changes.ts'
import { isSameSource } from '../statements/column-changes.ts'
import { constraintsOf } from '../statements/constraint-changes.ts'
import { volatilityOf } from '../types/default-values.ts'
import { quoteIdent } from '@colonnade/sql'
import type { ColumnDraft, TableDraft } from './table-draft.ts'
import { isRewrite, isSameType } from '../types/type-changes.ts'

/** From so many rows, or so many bytes, work on all rows is worth a warning: about a second of it. */
export const largeTable = { rows: 100_000, bytes: 100 * 1024 * 1024 } as const

export interface TableSize {
  readonly rows: number
  readonly bytes: number
}

export interface LockWarning {
  readonly path: FormPath
  /** What Postgres does: "Every row is written anew". */
  readonly work: string
  /** Of what. */
  readonly subject: string
  /** Who waits meanwhile. */
  readonly blocked: string
  /** How the same is had without that; null when there is no other way. */
  readonly gentler: string | null
  /** Where Postgres's documentation says so. */
  readonly source: string
}

const page = (name: string, anchor = '') => `https://www.postgresql.org/docs/current/${name}.html${anchor}`
const notesOfAlterTable = page('sql-altertable', '#SQL-ALTERTABLE-NOTES')

/** ACCESS EXCLUSIVE (Postgres documentation, 13.3.1). */
const everybody = 'Nobody can read or write the table meanwhile'
/** SHARE ROW EXCLUSIVE, of foreign keys on both tables (CREATE TABLE's and ALTER TABLE's notes). */
const writers = 'Nobody can write to the table meanwhile; reading goes on'

export function isLarge({ rows, bytes }: TableSize): boolean {
  return rows >= largeTable.rows || bytes >= largeTable.bytes
}

/** What a draft's changes of a large table cost others, part by part; nothing for small ones and for tables that are to be made. */
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
        work: 'An index is built',
        subject: index.name === '' ? 'the new index' : index.name,
        blocked: writers,
        gentler: 'Build it from the SQL editor with CREATE INDEX CONCURRENTLY, which keeps nobody out',
        source: page('sql-createindex', '#SQL-CREATEINDEX-CONCURRENTLY'),
      })),
    ...(draft.isUnlogged === before.isUnlogged
      ? []
      : [
          {
            path: 'unlogged',
            work: 'Every row is written anew',
            subject: draft.isUnlogged ? 'making the table unlogged' : 'making the table logged',
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
            work: 'The table and its partition are locked',
            subject: 'detaching a partition',
            blocked: 'Whoever reads or writes the table waits until the transaction ends',
            gentler: 'Run ALTER TABLE … DETACH PARTITION … CONCURRENTLY from the SQL editor: it waits for others instead',
            source: page('sql-altertable', '#SQL-ALTERTABLE-DETACH-PARTITION'),
          },
        ]),
    ...(draft.newPartitions.some(({ attaches }) => attaches !== null)
      ? [
          {
            path: 'partitions',
            work: 'Every row of the attached table is looked at',
            subject: 'attaching a partition',
            blocked: 'Nobody can read or write the attached table meanwhile; the partitioned table goes on',
            gentler: 'Give it a valid check constraint first that says what the bounds say, and its rows are not looked at',
            source: page('sql-altertable', '#SQL-ALTERTABLE-ATTACH-PARTITION'),
          },
        ]
      : []),
    ...(draft.newPartitions.length > 0 && base.partitions.some(({ is_default }) => is_default)
      ? [
          {
            path: 'partitions',
            work: 'The default partition is read from end to end',
            subject: 'a new partition beside a default one',
            blocked: 'Nobody can read or write the default partition meanwhile',
            gentler: 'Give the default partition a check constraint first that says that it holds none of those rows',
            source: page('sql-createtable', '#SQL-CREATETABLE-PARTITION'),
          },
        ]
      : []),
  ]
}

function ofNewColumn({ id, name, source }: ColumnDraft): LockWarning[] {
  const rewrite = (why: string, gentler: string | null): LockWarning[] => [
    { path: `column:${id}`, work: 'Every row is written anew', subject: `${name}: ${why}`, blocked: everybody, gentler, source: notesOfAlterTable },
  ]
  if (source.kind === 'identity') return rewrite('each row gets a number', null)
  if (source.kind === 'generated') {
    return source.storage === 'VIRTUAL' ? [] : rewrite('each row gets its value', 'A virtual column (Postgres 18) is worked out when it is read')
  }
  if (source.kind !== 'default' || source.format === 'literal') return []
  const volatility = volatilityOf(source.text)
  if (volatility === 'steady') return []
  return rewrite(
    volatility === 'volatile' ? 'its default gives each row another value' : 'its default may give each row another value',
    'Add the column without a default, set the default afterwards, and fill the rows in batches',
  )
}

function ofColumn(before: ColumnDraft, now: ColumnDraft, table: TableDraft, versionNumber: number): LockWarning[] {
  const warnings: LockWarning[] = []
  const path = `column:${now.id}`
  if (!isSameType(before.type, now.type) && (now.using.trim() !== '' || isRewrite(before.type, now.type))) {
    warnings.push({
      path: `${path}:type`,
      work: 'Every row and every index is written anew',
      subject: `${now.name}: ${before.type} becomes ${now.type}`,
      blocked: everybody,
      gentler: 'Add a column of the new type, fill it in batches, and change the names when it is full',
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
      work: 'Every row is written anew',
      subject: `${now.name}: its expression changes`,
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
      work: 'Every row is looked at',
      subject: `${now.name}: no NULL any more`,
      blocked: everybody,
      gentler:
        versionNumber >= 180_000
          ? `ADD NOT NULL ${name} NOT VALID, then VALIDATE CONSTRAINT, which lets others read and write`
          : `Add CHECK (${name} IS NOT NULL) NOT VALID, validate it, then set NOT NULL: it believes the check`,
      source: page('sql-altertable', '#SQL-ALTERTABLE-DESC-SET-DROP-NOT-NULL'),
    })
  }
  return warnings
}

/** A valid check that the column is not NULL saves the look at the rows (Postgres documentation, ALTER TABLE, SET NOT NULL). */
function isProved(table: TableDraft, { id, name }: ColumnDraft): boolean {
  const words = [name, quoteIdent(name)].map((text) => `${text} IS NOT NULL`.toLowerCase())
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
      const notValid = 'Add it without looking at the rows (NOT VALID) and validate it later: that lets others read and write'
      if (kind === 'primary' || kind === 'unique') {
        return [
          {
            path,
            work: 'A unique index is built',
            subject: words ?? (kind === 'primary' ? 'the primary key' : 'a unique constraint'),
            blocked: everybody,
            gentler: 'Build the index with CREATE UNIQUE INDEX CONCURRENTLY, then ADD CONSTRAINT … USING INDEX',
            source: page('sql-altertable', '#SQL-ALTERTABLE-DESC-ADD-TABLE-CONSTRAINT-USING-INDEX'),
          },
        ]
      }
      if (!key.isValidated) return []
      return [
        kind === 'check'
          ? { path, work: 'Every row is looked at', subject: words ?? 'a check', blocked: everybody, gentler: notValid, source: notesOfAlterTable }
          : {
              path,
              work: 'Every row is looked up in the other table',
              subject: words ?? 'a foreign key',
              blocked: 'Nobody can write to either table meanwhile; reading goes on',
              // a foreign key of a partitioned table can be NOT VALID from 18 on
              gentler: !isPartitioned || versionNumber >= 180_000 ? notValid : null,
              source: notesOfAlterTable,
            },
      ]
    })
}
