import type { Node } from './parser.ts'
import { relationOf, type RelationName } from './relation-name.ts'
import { fields, nodesIn, type Visit } from './tree.ts'

/** Modes of table locks that keep others from reading or writing (Postgres documentation, 13.3.1). */
export type LockMode = 'SHARE' | 'SHARE ROW EXCLUSIVE' | 'EXCLUSIVE' | 'ACCESS EXCLUSIVE'

/** What the statement does while it holds the lock: what takes longer the larger the table is. */
export type LockWork =
  /** Every row is rewritten. */
  | 'rewrite'
  /** The same, unless the change needs none: that is only known when it runs. */
  | 'maybe_rewrite'
  /** Every row is read. */
  | 'scan'
  /** An index is built or rebuilt. */
  | 'index'
  /** Only the lock itself, which stays until the transaction ends. */
  | 'hold'

/** A lock of a table for longer than a moment. */
export interface TableLock {
  /** Null for every table of the database. */
  readonly relation: RelationName | null
  readonly mode: LockMode
  readonly work: LockWork
  /** The form of the statement that takes it: "CREATE INDEX", "ALTER COLUMN price TYPE". */
  readonly by: string
  /** How the same is had with less of a lock; null where that is not so simple. */
  readonly gentler: string | null
}

/**
 * Locks that a statement holds for as long as its work on the whole table takes (the notes of each command in Postgres's documentation).
 * Those of a moment, such as a column without a default or a dropped index take, are not among them.
 */
export function locksOf(kind: string, node: Node): TableLock[] {
  switch (kind) {
    case 'AlterTableStmt':
      return isTable(node.objtype) ? (node.cmds as Node[]).flatMap((cmd) => alteration(fields(cmd.AlterTableCmd), relationOf(node.relation))) : []
    case 'IndexStmt':
      return node.concurrent === true ? [] : [lock(node.relation, 'SHARE', 'index', 'CREATE INDEX', 'CREATE INDEX CONCURRENTLY doesn’t block writes')]
    case 'VacuumStmt':
      return vacuum(node)
    case 'ClusterStmt':
      return [{ ...lock(node.relation, 'ACCESS EXCLUSIVE', 'rewrite', 'CLUSTER', null), ...(node.relation === undefined && { relation: null }) }]
    case 'ReindexStmt':
      return reindex(node)
    case 'RefreshMatViewStmt':
      return node.concurrent === true
        ? []
        : [
            lock(
              node.relation,
              'ACCESS EXCLUSIVE',
              'rewrite',
              'REFRESH MATERIALIZED VIEW',
              'CONCURRENTLY doesn’t block reads, but requires a unique index',
            ),
          ]
    case 'LockStmt': {
      const mode = modes[Number(node.mode)]
      return mode === undefined
        ? []
        : (node.relations as Node[]).map((relation) => lock(relation.RangeVar, mode, 'hold', `LOCK TABLE IN ${mode} MODE`, null))
    }
    default:
      return []
  }
}

/** By the numbers of src/include/storage/lockdefs.h; LOCK without a mode takes the last. */
const modes: Readonly<Record<number, LockMode>> = { 5: 'SHARE', 6: 'SHARE ROW EXCLUSIVE', 7: 'EXCLUSIVE', 8: 'ACCESS EXCLUSIVE' }

function lock(rangeVar: unknown, mode: LockMode, work: LockWork, by: string, gentler: string | null): TableLock {
  return { relation: relationOf(rangeVar), mode, work, by, gentler }
}

function isTable(objtype: unknown): boolean {
  return objtype === 'OBJECT_TABLE' || objtype === 'OBJECT_MATVIEW'
}

function alteration(change: Node, relation: RelationName): TableLock[] {
  const name = String(change.name)
  const exclusive = (work: LockWork, by: string, gentler: string | null = null): TableLock[] => [
    { relation, mode: 'ACCESS EXCLUSIVE', work, by, gentler },
  ]
  switch (change.subtype) {
    case 'AT_AddColumn':
      return addColumn(fields(fields(change.def).ColumnDef), relation)
    case 'AT_AlterColumnType':
      return exclusive('maybe_rewrite', `ALTER COLUMN ${name} TYPE`)
    case 'AT_SetExpression':
      return exclusive('rewrite', `ALTER COLUMN ${name} SET EXPRESSION`)
    case 'AT_SetNotNull':
      return exclusive('scan', `ALTER COLUMN ${name} SET NOT NULL`, 'A validated CHECK (… IS NOT NULL) constraint avoids the full table scan')
    case 'AT_AddConstraint':
      return addConstraint(fields(fields(change.def).Constraint), relation)
    case 'AT_SetLogged':
      return exclusive('rewrite', 'SET LOGGED')
    case 'AT_SetUnLogged':
      return exclusive('rewrite', 'SET UNLOGGED')
    case 'AT_SetTableSpace':
      return exclusive('rewrite', 'SET TABLESPACE')
    case 'AT_SetAccessMethod':
      return exclusive('rewrite', 'SET ACCESS METHOD')
    case 'AT_AttachPartition': {
      const partition = fields(fields(fields(change.def).PartitionCmd).name)
      return [
        {
          relation: relationOf(partition),
          mode: 'ACCESS EXCLUSIVE',
          work: 'scan',
          by: 'ATTACH PARTITION',
          gentler: 'A CHECK constraint on the same bounds avoids the full table scan',
        },
      ]
    }
    default:
      return []
  }
}

/** Whose default is worked out once: the rows need not be written (Postgres documentation, ALTER TABLE, notes). */
const stableFunctions = new Set(['now', 'transaction_timestamp', 'statement_timestamp', 'current_setting', 'timezone'])
const serialTypes = /^(?:small|big)?serial[248]?$/

function addColumn(column: Node, relation: RelationName): TableLock[] {
  const name = String(column.colname)
  const by = `ADD COLUMN ${name}`
  const constraints = (Array.isArray(column.constraints) ? (column.constraints as Node[]) : []).map((item) => fields(item.Constraint))
  const type = (fields(column.typeName).names as Node[] | undefined)?.map((part) => String(fields(part.String).sval)).at(-1) ?? ''
  const isOf = (...kinds: string[]) => constraints.some(({ contype }) => kinds.includes(String(contype)))
  const found: TableLock[] = []
  const add = (work: LockWork, gentler: string | null = null) => found.push({ relation, mode: 'ACCESS EXCLUSIVE', work, by, gentler })
  if (isOf('CONSTR_IDENTITY') || serialTypes.test(type) || constraints.some(isStored)) add('rewrite')
  else if (constraints.some(isVolatile)) add('maybe_rewrite', 'Add the column without the default, and fill existing rows in batches')
  if (isOf('CONSTR_CHECK')) add('scan')
  if (isOf('CONSTR_UNIQUE', 'CONSTR_PRIMARY')) add('index')
  return found
}

/** A generated column that is stored; since Postgres 18 one may be virtual ('v'), which costs nothing. */
function isStored({ contype, generated_kind: kind }: Node): boolean {
  return contype === 'CONSTR_GENERATED' && kind !== 'v'
}

function isVolatile({ contype, raw_expr: expression }: Node): boolean {
  if (contype !== 'CONSTR_DEFAULT') return false
  return nodesIn(fields(expression)).some(({ kind, node }) => kind === 'FuncCall' && !stableFunctions.has(lastName(node.funcname)))
}

function addConstraint(constraint: Node, relation: RelationName): TableLock[] {
  const { contype, conname, indexname } = constraint
  const by = conname === undefined ? `ADD ${words[String(contype)] ?? 'CONSTRAINT'}` : `ADD CONSTRAINT ${String(conname)}`
  const later = 'Add it as NOT VALID, then run VALIDATE CONSTRAINT, which doesn’t block reads or writes'
  switch (contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_NOTNULL':
      return constraint.skip_validation === true ? [] : [{ relation, mode: 'ACCESS EXCLUSIVE', work: 'scan', by, gentler: later }]
    case 'CONSTR_FOREIGN':
      if (constraint.skip_validation === true) return []
      return [relation, relationOf(constraint.pktable)].map((locked, index) => ({
        relation: locked,
        mode: 'SHARE ROW EXCLUSIVE',
        work: 'scan',
        by,
        gentler: index === 0 ? later : null,
      }))
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      if (indexname !== undefined) return []
      return [
        { relation, mode: 'ACCESS EXCLUSIVE', work: 'index', by, gentler: 'Build the index CONCURRENTLY first, then add the constraint USING INDEX' },
      ]
    case 'CONSTR_EXCLUSION':
      return [{ relation, mode: 'ACCESS EXCLUSIVE', work: 'index', by, gentler: null }]
    default:
      return []
  }
}

const words: Readonly<Record<string, string>> = {
  CONSTR_CHECK: 'CHECK',
  CONSTR_NOTNULL: 'NOT NULL',
  CONSTR_FOREIGN: 'FOREIGN KEY',
  CONSTR_UNIQUE: 'UNIQUE',
  CONSTR_PRIMARY: 'PRIMARY KEY',
  CONSTR_EXCLUSION: 'EXCLUDE',
}

function vacuum(node: Node): TableLock[] {
  const options = Array.isArray(node.options) ? (node.options as Node[]) : []
  const full = options.map((option) => fields(option.DefElem)).find(({ defname }) => defname === 'full')
  if (node.is_vacuumcmd !== true || full === undefined || isFalse(full.arg)) return []
  const gentler = 'VACUUM without FULL doesn’t block reads or writes'
  const tables = (Array.isArray(node.rels) ? (node.rels as Node[]) : []).map((item) => fields(fields(item.VacuumRelation).relation))
  if (tables.length === 0) return [{ relation: null, mode: 'ACCESS EXCLUSIVE', work: 'rewrite', by: 'VACUUM FULL', gentler }]
  return tables.map((table) => lock(table, 'ACCESS EXCLUSIVE', 'rewrite', 'VACUUM FULL', gentler))
}

function isFalse(argument: unknown): boolean {
  return argument !== undefined && /"(?:sval|str)":"(?:false|off|0)"|"(?:ival|boolval)":\{\}/.test(JSON.stringify(argument))
}

function reindex(node: Node): TableLock[] {
  const options = Array.isArray(node.params) ? (node.params as Node[]) : []
  const isConcurrent = options.map((option) => fields(option.DefElem)).some(({ defname, arg }) => defname === 'concurrently' && !isFalse(arg))
  if (isConcurrent) return []
  const gentler = 'REINDEX … CONCURRENTLY doesn’t block reads or writes'
  if (node.relation === undefined) return [{ relation: null, mode: 'SHARE', work: 'index', by: 'REINDEX', gentler }]
  return [lock(node.relation, 'SHARE', 'index', node.kind === 'REINDEX_OBJECT_INDEX' ? 'REINDEX INDEX' : 'REINDEX TABLE', gentler)]
}

export function lastName(list: unknown): string {
  return String(fields(fields((list as Node[]).at(-1)).String).sval)
}

/** Tables that a statement makes, those of its transaction or session left out. */
export function madeTables(visits: readonly Visit[]): RelationName[] {
  const [first] = visits
  const inside = first?.kind === 'CreateSchemaStmt' ? madeSchema(first.node) : null
  return visits.flatMap(({ kind, node }) => {
    const target =
      kind === 'CreateStmt'
        ? node.relation
        : kind === 'CreateTableAsStmt' && node.objtype === 'OBJECT_TABLE'
          ? fields(node.into).rel
          : kind === 'SelectStmt' && node.intoClause !== undefined
            ? fields(node.intoClause).rel
            : undefined
    if (target === undefined) return []
    return fields(target).relpersistence === 't' || fields(target).schemaname === 'pg_temp' ? [] : [inSchema(relationOf(target), inside)]
  })
}

/** The elements of CREATE SCHEMA belong to that schema, which is named after its owner if it has no name. */
function madeSchema({ schemaname, authrole }: Node): string | null {
  const name = schemaname ?? fields(authrole).rolename
  return name === undefined ? null : String(name)
}

function inSchema({ schema, name }: RelationName, inside: string | null): RelationName {
  return { schema: schema ?? inside, name }
}

/** Tables whose row-level security a statement switches on. */
export function securedTables(kind: string, node: Node): RelationName[] {
  return alters(kind, node, 'AT_EnableRowSecurity') ? [relationOf(node.relation)] : []
}

/** Tables whose row-level security a statement switches off. */
export function openedTables(kind: string, node: Node): RelationName[] {
  return alters(kind, node, 'AT_DisableRowSecurity') ? [relationOf(node.relation)] : []
}

function alters(kind: string, node: Node, subtype: string): boolean {
  return kind === 'AlterTableStmt' && (node.cmds as Node[]).some((cmd) => fields(cmd.AlterTableCmd).subtype === subtype)
}
