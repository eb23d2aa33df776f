import type { Command } from '@colonnade/pg-meta'
import { changeAccess, type AccessChange, type ColumnAccess, type ColumnAccessType } from '@colonnade/pg-meta/column-access'

/** Nothing, the privilege, or the privilege with the right to grant it in turn. */
export type Level = 0 | 1 | 2

/** What one role holds of one privilege: of the whole table, and of single columns besides. */
export interface Held {
  readonly table: Level
  readonly columns: Readonly<Record<string, Level>>
}

const nothing: Held = { table: 0, columns: {} }

/** Changes that are not run yet, by role and privilege. */
export type Changes = ReadonlyMap<string, Held>

export const changeKey = (grantee: string, privilege: ColumnAccessType): string => JSON.stringify([grantee, privilege])

/** What a role holds now. Names of columns are own properties, whatever they are called. */
export function heldBy({ grants }: ColumnAccess, grantee: string, privilege: ColumnAccessType): Held {
  const own = grants.filter((grant) => grant.grantee === grantee && grant.privilege === privilege)
  if (own.length === 0) return nothing
  const levelOf = (column: string | null) =>
    own.filter((grant) => grant.column === column).reduce<Level>((level, grant) => (grant.is_grantable ? 2 : level === 2 ? 2 : 1), 0)
  const names = new Set(own.flatMap(({ column }) => (column === null ? [] : [column])))
  return { table: levelOf(null), columns: Object.fromEntries([...names].map((name) => [name, levelOf(name)])) }
}

const ownLevel = ({ columns }: Held, column: string): Level => (Object.hasOwn(columns, column) ? columns[column]! : 0)

/** What counts for a column: the more of what its table gives and what is its own. */
export const levelOf = (held: Held, column: string): Level => Math.max(held.table, ownLevel(held, column)) as Level

/**
 * Another level for one column. Where the whole table gives more than that, the table's grant is taken and all other columns get what it
 * gave: Postgres has no grant of all columns but one.
 */
export function withColumn(held: Held, column: string, level: Level, all: readonly string[]): Held {
  if (level >= held.table) return { ...held, columns: { ...held.columns, [column]: level === held.table ? 0 : level } }
  return { table: 0, columns: Object.fromEntries(all.map((name) => [name, name === column ? level : levelOf(held, name)])) }
}

/** Another level for the whole table. What columns have besides stays only where it is more. */
export function withTable(held: Held, table: Level): Held {
  return { table, columns: Object.fromEntries(Object.entries(held.columns).filter(([, level]) => table === 0 || level > table)) }
}

/** The next level when one goes round. */
export const nextLevel = (level: Level): Level => ((level + 1) % 3) as Level

/** Whether what counts is the same. */
export function isSame(one: Held, other: Held, all: readonly string[]): boolean {
  return one.table === other.table && all.every((column) => levelOf(one, column) === levelOf(other, column))
}

/** The statements that make of what is what shall be, role by role. */
export function commandsOf(table: { readonly schema: string; readonly name: string }, access: ColumnAccess, changes: Changes): Command[] {
  return [...changes].flatMap(([key, after]) => {
    const [grantee, privilege] = JSON.parse(key) as [string, ColumnAccessType]
    const before = heldBy(access, grantee, privilege)
    if (isSame(before, after, access.columns)) return []
    const base = { schema: table.schema, table: table.name, grantee, privilege }
    const step = (kind: AccessChange['kind'], columns: readonly string[] | null): Command[] =>
      columns?.length === 0 ? [] : [changeAccess({ ...base, kind, columns })]
    const columnsWhere = (test: (was: Level, will: Level) => boolean, was: Held) =>
      access.columns.filter((column) => test(ownLevel(was, column), ownLevel(after, column)))
    // what is taken of the table goes from all its columns, so the rest is given anew
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
  })
}
