import { empty, type Fragment, ident, join, keyword, sql } from '@colonnade/sql'
import { create as createPolicy } from '../policies/policies.ts'
import { type Command, command, transaction } from '../statement.ts'
import { grantee } from '../table-privileges/privileges.ts'
import type { TableName } from '../tables/alter-table.ts'
import { create as createTrigger, switchOf } from '../triggers/triggers.ts'
import { retarget } from './retarget.ts'
import type { TableCompanions } from './retrieve-companions.ts'

export { retarget } from './retarget.ts'

/** A table that has its columns from another one. */
export interface Copied {
  readonly from: TableName
  readonly to: TableName
  /** The columns that came along: what they are called there. */
  readonly columns: ReadonlyMap<string, string>
  /** The sequences of those columns that own one. */
  readonly sequences: ReadonlyMap<string, TableName>
}

type Companion<Kind extends 'policies' | 'triggers'> = TableCompanions[Kind][number]

/** The same policy on the copy. What it reads of other tables, or of the original in a query, stays what it reads. */
export function copyPolicy(policy: Companion<'policies'>, { from, to, columns }: Copied): Command {
  const naming = { qualifiers: new Map([[from.name, to.name]]), columns }
  const words = (expression: string | null) => (expression === null ? null : retarget(expression, naming))
  return createPolicy({ ...policy, schema: to.schema, table: to.name, definition: words(policy.definition), check: words(policy.check) })
}

/** The same trigger on the copy, on or off as it is. Its function is the same one: what that does with other tables, it goes on to do. */
export function copyTrigger(trigger: Companion<'triggers'>, { to, columns }: Copied): Command {
  const naming = { qualifiers: new Map(['old', 'new'].map((row) => [row, row])), columns }
  const made = createTrigger({
    ...trigger,
    schema: to.schema,
    table: to.name,
    columns: trigger.columns.map((column) => columns.get(column) ?? column),
    condition: trigger.condition === null ? null : retarget(trigger.condition, naming),
  })
  if (trigger.enabled_mode === 'ORIGIN') return made
  return transaction(made, command(sql`alter table ${ident(to.schema, to.name)} ${switchOf(trigger.enabled_mode)} ${ident(trigger.name)};`))
}

/** Gives the copy the privileges of its original, and takes away what new tables of its schema have beyond them; nothing when they are the same. */
export function copyGrants({ grants, defaults }: TableCompanions, { to, columns, sequences }: Copied): Command | null {
  const held = (on: 'table' | 'sequence', column: string | null) => rightsOf(grants.filter((grant) => grant.on === on && grant.column === column))
  const begun = (on: 'table' | 'sequence', schema: string) =>
    rightsOf(defaults.filter((grant) => grant.on === on && (grant.schema === null || grant.schema === schema)))
  const statements = [
    ...changes(sql`table ${ident(to.schema, to.name)}`, begun('table', to.schema), held('table', null)),
    ...columnGrants(grants, to, columns),
    ...[...sequences].flatMap(([column, { schema, name }]) =>
      changes(sql`sequence ${ident(schema, name)}`, begun('sequence', schema), held('sequence', column)),
    ),
  ]
  return statements.length === 0 ? null : command(...statements)
}

/** By grantee: what each may, and whether each may pass it on. */
type Rights = ReadonlyMap<string, ReadonlyMap<string, boolean>>

interface Right {
  readonly grantee: string
  readonly privilege: string
  readonly is_grantable: boolean
}

function rightsOf(grants: readonly Right[]): Rights {
  const rights = new Map<string, Map<string, boolean>>()
  for (const { grantee: role, privilege, is_grantable: isGrantable } of grants) {
    const its = rights.get(role) ?? new Map<string, boolean>()
    rights.set(role, its.set(privilege, isGrantable || (its.get(privilege) ?? false)))
  }
  return rights
}

function changes(target: Fragment, begun: Rights, held: Rights): Fragment[] {
  return [...new Set([...begun.keys(), ...held.keys()])].flatMap((role) => {
    const [has, gets] = [begun.get(role) ?? new Map<string, boolean>(), held.get(role) ?? new Map<string, boolean>()]
    // to take away only that it may be passed on is to take it away and give it again
    const revoked = [...has].filter(([privilege, isGrantable]) => !gets.has(privilege) || (isGrantable && !gets.get(privilege)))
    const given = (isGrantable: boolean) =>
      [...gets].flatMap(([privilege, may]) => {
        const isThere = has.has(privilege) && !revoked.some(([gone]) => gone === privilege) && (has.get(privilege) ?? false) === may
        return may === isGrantable && !isThere ? [privilege] : []
      })
    const all = revoked.length === has.size && gets.size === 0
    return [
      ...(revoked.length === 0
        ? []
        : [sql`revoke ${all ? sql`all` : words(revoked.map(([privilege]) => privilege))} on ${target}${grantee('from', role)};`]),
      ...grantsOf(given(false), target, role, false),
      ...grantsOf(given(true), target, role, true),
    ]
  })
}

function grantsOf(privileges: readonly string[], target: Fragment, role: string, isGrantable: boolean, list: Fragment = empty): Fragment[] {
  if (privileges.length === 0) return []
  return [sql`grant ${words(privileges, list)} on ${target}${grantee('to', role)}${isGrantable ? sql` with grant option` : empty};`]
}

function columnGrants(grants: TableCompanions['grants'], to: TableName, columns: ReadonlyMap<string, string>): Fragment[] {
  const groups = new Map<string, { readonly first: Right; readonly names: string[] }>()
  for (const grant of grants) {
    const name = grant.on === 'column' ? columns.get(grant.column ?? '') : undefined
    if (name === undefined) continue
    const key = JSON.stringify([grant.grantee, grant.privilege, grant.is_grantable])
    const group = groups.get(key) ?? { first: grant, names: [] }
    group.names.push(name)
    groups.set(key, group)
  }
  const target = sql`table ${ident(to.schema, to.name)}`
  return [...groups.values()].flatMap(({ first, names }) =>
    grantsOf([first.privilege], target, first.grantee, first.is_grantable, sql` (${join(names.map((name) => ident(name)))})`),
  )
}

/** The privileges of tables, columns and sequences (Postgres documentation, 5.8); MAINTAIN since 17. */
const privilegeWords = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain', 'usage'] as const

function words(privileges: readonly string[], list: Fragment = empty): Fragment {
  return join(privileges.map((privilege) => sql`${keyword(privilege.toLowerCase(), privilegeWords)}${list}`))
}
