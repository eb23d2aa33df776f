import { dangersOf, type Danger } from './dangers.ts'
import { lastName, locksOf, madeTables, openedTables, securedTables, type TableLock } from './locks.ts'
import type { Node } from './parser.ts'
import type { RelationName } from './relation-name.ts'
import { fields, nodesIn, type Visit } from './tree.ts'

/** The effects of a statement, as far as its text shows. */
export interface Classification {
  /** The grammar's name of the statement, such as "SelectStmt", "CreateStmt". */
  readonly kind: string
  /** Whether it looks at data of tables. */
  readonly reads: boolean
  /** Whether it changes data, objects, roles or the server's settings; also when it can't be known (see `isOpaque`). */
  readonly writes: boolean
  /** A block, a call or a prepared statement: what it does is not in its text. */
  readonly isOpaque: boolean
  /** Functions that are called, as written; those may do anything. */
  readonly functions: readonly string[]
  /** Why data or objects would be lost; a statement with any is destructive. */
  readonly dangers: readonly Danger[]
  /** Locks that keep others waiting for as long as the statement works on a whole table. */
  readonly locks: readonly TableLock[]
  /** Tables that it makes for good. */
  readonly madeTables: readonly RelationName[]
  /** Tables whose row-level security it switches on. */
  readonly securedTables: readonly RelationName[]
  /** Tables whose row-level security it switches off. */
  readonly openedTables: readonly RelationName[]
  /** A function or procedure that it makes, by its last name, and what that would destroy whenever it is called; null for every other statement. */
  readonly routine: { readonly name: string; readonly dangers: readonly Danger[] } | null
  /** Begins, ends or marks a transaction. */
  readonly isTransactionControl: boolean
  /** Postgres refuses it inside of a transaction block, so also beside other statements in one text. */
  readonly isOutsideTransaction: boolean
}

/** What neither changes the database nor hides what it does. */
const harmless = new Set([
  'SelectStmt',
  'ExplainStmt',
  'VariableShowStmt',
  'VariableSetStmt',
  'TransactionStmt',
  'DeclareCursorStmt',
  'FetchStmt',
  'ClosePortalStmt',
  'PrepareStmt',
  'DeallocateStmt',
  'DiscardStmt',
  'ListenStmt',
  'UnlistenStmt',
  'LockStmt',
  'ConstraintsSetStmt',
  'CheckPointStmt',
  'LoadStmt',
])
const opaque = new Set(['DoStmt', 'CallStmt', 'ExecuteStmt'])
/** What changes rows, wherever in a statement it stands. */
const changesRows = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])
/** Statements that only plan or only store what they hold. */
const holders = new Set(['PrepareStmt', 'ViewStmt', 'RuleStmt', 'CreateFunctionStmt'])

/** Classifies one statement of a parse tree. `inner` are the statements of its body. */
export function classify(statement: Node, inner: readonly Classification[] = []): Classification {
  const [kind = ''] = Object.keys(statement)
  const top = fields(statement[kind])
  const runs = !(kind === 'ExplainStmt' && !hasOption(top.options, 'analyze')) && !holders.has(kind)
  const visits = nodesIn(statement)
  const ran = kind === 'DoStmt' ? inner : []
  const isOpaque = opaque.has(kind) || (kind === 'ExplainStmt' && runs && visits.some(({ kind: inner }) => opaque.has(inner)))
  return {
    kind,
    reads: runs && visits.some(readsData),
    writes: isOpaque || !harmless.has(kind) ? !isCopyOut(kind, top) : runs && visits.some(writesData),
    isOpaque,
    functions: [...new Set(visits.filter((visit) => visit.kind === 'FuncCall').map(({ node }) => nameOf(node.funcname)))],
    // what is prepared may be executed by a text of which nothing is known but its name
    dangers: [...(runs || kind === 'PrepareStmt' ? dangersOf(visits) : []), ...ran.flatMap(({ dangers }) => dangers)],
    locks: [...locksOf(kind, top), ...ran.flatMap(({ locks }) => locks)],
    madeTables: [...(runs ? madeTables(visits) : []), ...ran.flatMap((own) => own.madeTables)],
    securedTables: [...securedTables(kind, top), ...ran.flatMap((own) => own.securedTables)],
    openedTables: [...openedTables(kind, top), ...ran.flatMap((own) => own.openedTables)],
    routine: kind === 'CreateFunctionStmt' ? { name: lastName(top.funcname), dangers: inner.flatMap(({ dangers }) => dangers) } : null,
    isTransactionControl: kind === 'TransactionStmt',
    isOutsideTransaction: isOutsideTransaction(kind, top),
  }
}

function readsData({ kind, node }: Visit): boolean {
  if (kind === 'SelectStmt') return Array.isArray(node.fromClause)
  if (kind === 'CopyStmt') return node.is_from !== true
  return kind === 'UpdateStmt' || kind === 'DeleteStmt' || kind === 'MergeStmt' || kind === 'RefreshMatViewStmt'
}

function writesData({ kind, node }: Visit): boolean {
  return changesRows.has(kind) || (kind === 'SelectStmt' && node.intoClause !== undefined) || kind === 'CreateTableAsStmt'
}

/** Rows that go to the client; a file or program of the server is not the client. */
function isCopyOut(kind: string, { is_from, filename, query }: Node): boolean {
  if (kind !== 'CopyStmt' || is_from === true || filename !== undefined) return false
  return query === undefined || !nodesIn(query as Node).some(writesData)
}

/** Postgres documentation, the notes of each command: what "cannot be executed inside a transaction block". */
function isOutsideTransaction(kind: string, node: Node): boolean {
  switch (kind) {
    case 'CreatedbStmt':
    case 'DropdbStmt':
    case 'DropSubscriptionStmt':
    case 'CreateTableSpaceStmt':
    case 'DropTableSpaceStmt':
    case 'AlterSystemStmt':
      return true
    case 'VacuumStmt':
      return node.is_vacuumcmd === true
    case 'ClusterStmt':
      return node.relation === undefined
    case 'IndexStmt':
      return node.concurrent === true
    case 'DropStmt':
      return node.concurrent === true
    case 'ReindexStmt':
      return (
        hasOption(node.params, 'concurrently') ||
        ['REINDEX_OBJECT_SCHEMA', 'REINDEX_OBJECT_SYSTEM', 'REINDEX_OBJECT_DATABASE'].includes(String(node.kind))
      )
    case 'AlterTableStmt':
      return nodesIn({ AlterTableStmt: node }).some((visit) => visit.kind === 'PartitionCmd' && visit.node.concurrent === true)
    case 'CreateSubscriptionStmt':
      return !isOff(node.options, 'create_slot') && !isOff(node.options, 'connect')
    case 'DiscardStmt':
      return node.target === 'DISCARD_ALL'
    default:
      return false
  }
}

function option(options: unknown, name: string): Node | undefined {
  const list = Array.isArray(options) ? (options as Node[]) : []
  return list.map((item) => fields(item.DefElem)).find(({ defname }) => defname === name)
}

function hasOption(options: unknown, name: string): boolean {
  return option(options, name) !== undefined && !isOff(options, name)
}

function isOff(options: unknown, name: string): boolean {
  const argument = option(options, name)?.arg
  return argument !== undefined && /"(?:sval|str|ival)":(?:"(?:false|off|0)"|0)|"boolval":\{\}|"ival":\{\}/.test(JSON.stringify(argument))
}

function nameOf(list: unknown): string {
  return (list as Node[]).map((part) => String(fields(part.String).sval)).join('.')
}
