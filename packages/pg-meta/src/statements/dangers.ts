import type { Node } from './parser.ts'
import { relationOf, relationOfList, type RelationName } from './relation-name.ts'
import { fields, type Visit } from './tree.ts'

/** Statements that destroy data. `object` is the name as written; null if there is none or all objects are affected. */
export type Danger = DangerCode & {
  /** The affected relation, for looking up its size. Omitted if there is none. */
  readonly relation?: RelationName
}

type DangerCode =
  | { readonly code: 'drop'; readonly kind: string; readonly object: string; readonly cascade: boolean }
  | {
      readonly code: 'drop_column'
      readonly object: string
      readonly column: string
      readonly part: 'column' | 'attribute'
      readonly cascade: boolean
    }
  | { readonly code: 'drop_constraint'; readonly object: string; readonly constraint: string; readonly cascade: boolean }
  | { readonly code: 'change_column_type'; readonly object: string; readonly column: string }
  | { readonly code: 'truncate'; readonly object: string; readonly cascade: boolean }
  | { readonly code: 'delete_all'; readonly object: string }
  | { readonly code: 'update_all'; readonly object: string }
  | { readonly code: 'delete_matched' | 'delete_unmatched'; readonly object: string }

/** Returns the destructive statements under these nodes, in order. */
export function dangersOf(visits: readonly Visit[]): Danger[] {
  return visits.flatMap(({ kind, node }) => finders[kind]?.(node) ?? [])
}

/** Every danger, long lock and new table uses one of these words. SQL without them is harmless and doesn't need the parser. */
const dangerWord = /drop|truncate|delete|update|merge|alter|\b(?:create|(?<!insert\s+)into|vacuum|cluster|reindex|refresh|lock|discard)\b/i

/** Returns true if SQL could contain a danger. A fast check for any length that rules out most harmless SQL. */
export function hasDangerWord(text: string): boolean {
  return dangerWord.test(text)
}

/** Describes what a destructive statement does. */
export function describeDanger(danger: Danger): string {
  const along = 'cascade' in danger && danger.cascade ? ' and everything that depends on it' : ''
  switch (danger.code) {
    case 'drop':
      return `Drops ${danger.kind} ${danger.object}${along}`
    case 'drop_column':
      return `Drops ${danger.part} ${danger.column} of ${danger.object} with its data${along}`
    case 'drop_constraint':
      return `Drops constraint ${danger.constraint} of ${danger.object}${along}`
    case 'change_column_type':
      return `Changes the type of column ${danger.column} of ${danger.object}. Values may be truncated, and the table may be rewritten`
    case 'truncate':
      return `Deletes all rows of ${danger.object}${danger.cascade ? ' and of all tables that reference it' : ''}`
    case 'delete_all':
      return `Deletes all rows of ${danger.object} (no WHERE clause)`
    case 'update_all':
      return `Changes all rows of ${danger.object} (no WHERE clause)`
    case 'delete_matched':
      return `Deletes the matched rows of ${danger.object}`
    case 'delete_unmatched':
      return `Deletes the unmatched rows of ${danger.object}`
  }
}

const finders: Readonly<Record<string, (node: Node) => Danger[]>> = {
  DropStmt: (node) =>
    (node.objects as Node[]).map((object) => ({
      code: 'drop',
      kind: String(node.removeType)
        .replace(/^OBJECT_/, '')
        .replace('MATVIEW', 'MATERIALIZED VIEW')
        .replaceAll('_', ' ')
        .toLowerCase(),
      object: objectName(object),
      cascade: cascades(node),
      ...(droppedRelations.has(String(node.removeType)) && named(relationOfList(object))),
    })),
  DropdbStmt: (node) => [{ code: 'drop', kind: 'database', object: String(node.dbname), cascade: false }],
  DropRoleStmt: (node) => (node.roles as Node[]).map((role) => ({ code: 'drop', kind: 'role', object: roleName(role), cascade: false })),
  DropOwnedStmt: (node) =>
    (node.roles as Node[]).map((role) => ({ code: 'drop', kind: 'everything owned by', object: roleName(role), cascade: cascades(node) })),
  DropUserMappingStmt: (node) => [{ code: 'drop', kind: 'user mapping on', object: String(node.servername), cascade: false }],
  DropSubscriptionStmt: (node) => [{ code: 'drop', kind: 'subscription', object: String(node.subname), cascade: cascades(node) }],
  DropTableSpaceStmt: (node) => [{ code: 'drop', kind: 'tablespace', object: String(node.tablespacename), cascade: false }],
  TruncateStmt: (node) =>
    (node.relations as Node[]).map((relation) => ({
      code: 'truncate',
      object: relationName(relation.RangeVar),
      cascade: cascades(node),
      relation: relationOf(relation.RangeVar),
    })),
  DeleteStmt: (node) =>
    hasCondition(node) ? [] : [{ code: 'delete_all', object: relationName(node.relation), relation: relationOf(node.relation) }],
  UpdateStmt: (node) =>
    hasCondition(node) ? [] : [{ code: 'update_all', object: relationName(node.relation), relation: relationOf(node.relation) }],
  MergeStmt: (node) =>
    (node.mergeWhenClauses as Node[])
      .map((clause) => fields(clause.MergeWhenClause))
      .filter(({ commandType, condition }) => commandType === 'CMD_DELETE' && !condition)
      .map(({ matchKind }) => ({
        code: matchKind === 'MERGE_WHEN_NOT_MATCHED_BY_SOURCE' ? 'delete_unmatched' : 'delete_matched',
        object: relationName(node.relation),
        relation: relationOf(node.relation),
      })),
  AlterTableStmt: (node) => {
    const part = node.objtype === 'OBJECT_TYPE' ? 'attribute' : 'column'
    const relation = part === 'column' ? { relation: relationOf(node.relation) } : {}
    return (node.cmds as Node[]).flatMap((cmd) =>
      alteration(fields(cmd.AlterTableCmd), relationName(node.relation), part).map((danger) => ({ ...danger, ...relation })),
    )
  },
  AlterDomainStmt: (node) =>
    node.subtype === 'X' || node.subtype === 'AD_DropConstraint'
      ? [{ code: 'drop_constraint', object: dotted(node.typeName), constraint: String(node.name), cascade: cascades(node) }]
      : [],
}

const droppedRelations = new Set(['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_MATVIEW', 'OBJECT_FOREIGN_TABLE', 'OBJECT_SEQUENCE', 'OBJECT_INDEX'])

function named(relation: RelationName | null): { readonly relation?: RelationName } {
  return relation === null ? {} : { relation }
}

function alteration(change: Node, object: string, part: 'column' | 'attribute'): Danger[] {
  const name = String(change.name)
  if (change.subtype === 'AT_DropColumn') return [{ code: 'drop_column', object, column: name, part, cascade: cascades(change) }]
  if (change.subtype === 'AT_DropConstraint') return [{ code: 'drop_constraint', object, constraint: name, cascade: cascades(change) }]
  if (change.subtype === 'AT_AlterColumnType') return [{ code: 'change_column_type', object, column: name }]
  return []
}

function cascades({ behavior }: Node): boolean {
  return behavior === 'DROP_CASCADE'
}

/** A condition that is always true is none. */
function hasCondition({ whereClause }: Node): boolean {
  if (whereClause === undefined) return false
  const { A_Const: constant, A_Expr: comparison } = whereClause as Node
  if (constant !== undefined) return fields(fields(constant).boolval).boolval !== true
  const { name, lexpr, rexpr } = fields(comparison)
  const isSame = comparison !== undefined && dotted(name) === '=' && plain(lexpr) !== undefined && plain(lexpr) === plain(rexpr)
  return !isSame
}

/** A constant or a column, without its place in the text. */
function plain(expression: unknown): string | undefined {
  const { A_Const, ColumnRef } = fields(expression)
  const operand = A_Const ?? ColumnRef
  return operand === undefined ? undefined : JSON.stringify({ ...fields(operand), location: 0 })
}

function relationName(relation: unknown): string {
  const { catalogname, schemaname, relname } = fields(relation)
  return [catalogname, schemaname, relname].filter((part) => part !== undefined).join('.')
}

function roleName(role: Node): string {
  const { rolename, roletype } = fields(role.RoleSpec)
  return rolename === undefined ? String(roletype).replace('ROLESPEC_', '').toLowerCase() : String(rolename)
}

/** Objects are written as a name, a list of names, a type, or a function with its arguments. */
function objectName(object: Node): string {
  const { List, String: text, TypeName, ObjectWithArgs } = object
  if (text !== undefined) return String(fields(text).sval)
  if (List !== undefined) return dotted(fields(List).items)
  if (TypeName !== undefined) return dotted(fields(TypeName).names)
  return dotted(fields(ObjectWithArgs).objname)
}

function dotted(list: unknown): string {
  const parts = Array.isArray(list) ? (list as Node[]) : []
  return parts.map((part) => (part.TypeName === undefined ? String(fields(part.String).sval) : dotted(fields(part.TypeName).names))).join('.')
}
