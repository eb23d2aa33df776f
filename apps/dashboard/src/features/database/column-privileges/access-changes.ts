import { changeAccess, confirmAccess, type AccessChange, type ColumnAccess, type ColumnAccessType } from '@colonnade/pg-meta/column-access'
import { checkBy, type ChangeCommand } from '../../../scope/changes/database-change.ts'

/** Not granted, granted, or granted with grant option. */
export type Level = 0 | 1 | 2

/** One privilege of one role: on the whole table, and on individual columns. */
export interface Held {
  readonly table: Level
  readonly columns: Readonly<Record<string, Level>>
}

const nothing: Held = { table: 0, columns: {} }

/** Unsaved changes, by role and privilege. */
export type Changes = ReadonlyMap<string, Held>

export const changeKey = (grantee: string, privilege: ColumnAccessType): string => JSON.stringify([grantee, privilege])

/** Returns what a role holds now. Column names are own properties, so that any name works. */
export function heldBy({ grants }: ColumnAccess, grantee: string, privilege: ColumnAccessType): Held {
  const own = grants.filter((grant) => grant.grantee === grantee && grant.privilege === privilege)
  if (own.length === 0) return nothing
  const levelOf = (column: string | null) =>
    own.filter((grant) => grant.column === column).reduce<Level>((level, grant) => (grant.is_grantable ? 2 : level === 2 ? 2 : 1), 0)
  const names = new Set(own.flatMap(({ column }) => (column === null ? [] : [column])))
  return { table: levelOf(null), columns: Object.fromEntries([...names].map((name) => [name, levelOf(name)])) }
}

const ownLevel = ({ columns }: Held, column: string): Level => (Object.hasOwn(columns, column) ? columns[column]! : 0)

/** Returns a column's effective level: the higher of the table's and its own. */
export const levelOf = (held: Held, column: string): Level => Math.max(held.table, ownLevel(held, column)) as Level

/**
 * Sets the level of one column. If the whole table has a higher one, revokes that and grants it on all other columns instead: Postgres
 * can't grant all columns except one.
 */
export function withColumn(held: Held, column: string, level: Level, all: readonly string[]): Held {
  if (level >= held.table) return { ...held, columns: { ...held.columns, [column]: level === held.table ? 0 : level } }
  return { table: 0, columns: Object.fromEntries(all.map((name) => [name, name === column ? level : levelOf(held, name)])) }
}

/** Sets the level of the whole table. Columns keep their own level only if it is higher. */
export function withTable(held: Held, table: Level): Held {
  return { table, columns: Object.fromEntries(Object.entries(held.columns).filter(([, level]) => table === 0 || level > table)) }
}

/** PUBLIC, which Postgres never gives a grant option. No role can have this name. */
const everybody = 'public'

/** Returns the next level; after the last comes the first. */
export const nextLevel = (level: Level, role: string): Level => ((level + 1) % (role === everybody ? 2 : 3)) as Level

/** Compares effective levels. */
export function isSame(one: Held, other: Held, all: readonly string[]): boolean {
  return one.table === other.table && all.every((column) => levelOf(one, column) === levelOf(other, column))
}

/** A change of one privilege of one role. */
interface RoleChange {
  readonly grantee: string
  readonly privilege: ColumnAccessType
  readonly before: Held
  readonly after: Held
}

/** Lists the effective changes, role by role. */
export function changesOf(access: ColumnAccess, changes: Changes): RoleChange[] {
  return [...changes].flatMap(([key, after]) => {
    const [grantee, privilege] = JSON.parse(key) as [string, ColumnAccessType]
    const before = heldBy(access, grantee, privilege)
    return isSame(before, after, access.columns) ? [] : [{ grantee, privilege, before, after }]
  })
}

/** Lists where a level drops: on the table (null), which includes its columns, or on individual columns. */
function placesTaken({ columns }: ColumnAccess, { before, after }: RoleChange): readonly (string | null)[] {
  if (after.table < before.table) return [null, ...columns]
  return columns.filter((column) => ownLevel(after, column) < ownLevel(before, column))
}

const levelAt = (held: Held, place: string | null): Level => (place === null ? held.table : ownLevel(held, place))

/**
 * Lists other roles that granted what a change revokes and that keep their grant option: only they can revoke it, not even the owner can. If
 * the same changes revoke their grant option, what they granted is revoked as well.
 */
export function keptBy(access: ColumnAccess, changes: Changes, change: RoleChange): string[] {
  const all = changesOf(access, changes)
  const places = new Set(placesTaken(access, change))
  const others = access.grants.filter(
    ({ column, grantee, grantor, privilege, is_grantable: isGrantable }) =>
      grantee === change.grantee &&
      privilege === change.privilege &&
      grantor !== access.owner &&
      places.has(column) &&
      (isGrantable ? 2 : 1) > levelAt(change.after, column) &&
      !all.some((other) => other.grantee === grantor && other.privilege === privilege && losesOption(other, column)),
  )
  return [...new Set(others.map(({ grantor }) => grantor))]
}

const losesOption = ({ before, after }: RoleChange, place: string | null): boolean => levelAt(before, place) === 2 && levelAt(after, place) < 2

/** Lists roles that lose what the changed role granted them, because it loses its grant option. */
export function losersBy(access: ColumnAccess, change: RoleChange): string[] {
  const lost = new Set<string>()
  const places = placesTaken(access, change).filter((place) => levelAt(change.before, place) === 2)
  const add = (grantor: string): void => {
    for (const grant of access.grants) {
      if (grant.grantor !== grantor || grant.privilege !== change.privilege || !places.includes(grant.column) || lost.has(grant.grantee)) continue
      lost.add(grant.grantee)
      if (grant.is_grantable) add(grant.grantee)
    }
  }
  if (change.grantee !== access.owner) add(change.grantee)
  return [...lost]
}

/** Returns the statements that apply the changes, role by role, and then check the outcome. */
export function commandsOf(table: { readonly schema: string; readonly name: string }, access: ColumnAccess, changes: Changes): ChangeCommand[] {
  const all = changesOf(access, changes)
  const target = { schema: table.schema, table: table.name }
  const confirmations = all.map(({ grantee, privilege, after }) => {
    const columnLevels = Object.fromEntries(access.columns.map((column) => [column, levelOf(after, column)]))
    return checkBy(confirmAccess({ ...target, grantee, privilege, tableLevel: after.table, columnLevels }))
  })
  return [...all.flatMap((change) => stepsOf(target, access, change)), ...confirmations]
}

function stepsOf(target: Pick<AccessChange, 'schema' | 'table'>, access: ColumnAccess, change: RoleChange): ChangeCommand[] {
  const { grantee, privilege, before, after } = change
  const isCascade = losersBy(access, change).length > 0
  const step = (kind: AccessChange['kind'], columns: readonly string[] | null): ChangeCommand[] =>
    columns?.length === 0 ? [] : [changeAccess({ ...target, grantee, privilege, kind, columns, isCascade })]
  const columnsWhere = (test: (was: Level, will: Level) => boolean, was: Held) =>
    access.columns.filter((column) => test(ownLevel(was, column), ownLevel(after, column)))
  // a revoke on the table includes all its columns, so the rest is granted again
  const isTaken = after.table < before.table
  const known = isTaken ? nothing : before
  const needed = (level: Level) => (was: Level, will: Level) => will === level && was < level && will > after.table
  return [
    ...(isTaken ? step('revoke', null) : []),
    ...(after.table > known.table ? step(after.table === 2 ? 'grant with option' : 'grant', null) : []),
    ...step(
      'revoke',
      columnsWhere((was, will) => will === 0 && was > 0, known),
    ),
    ...step(
      'revoke option',
      columnsWhere((was, will) => will === 1 && was === 2, known),
    ),
    ...step('grant', columnsWhere(needed(1), known)),
    ...step('grant with option', columnsWhere(needed(2), known)),
  ]
}
