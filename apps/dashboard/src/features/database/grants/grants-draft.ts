import { changeGrants, confirmGrants, type GrantChange, type RelationGrants, type TableGrantType } from '@colonnade/pg-meta/grants'
import { checkBy, type ChangeCommand } from '../../../scope/changes/database-change.ts'
import type { Draft } from '../../../scope/changes/draft.ts'
import { grantText } from './messages.ts'

/** Privileges that each role should have. A role that isn't in it keeps what it has. */
export type GrantsDraft = ReadonlyMap<string, ReadonlySet<TableGrantType>>

/** Returns the privileges that a role has on the whole table. */
export function privilegesOf({ grants }: RelationGrants, role: string): ReadonlySet<TableGrantType> {
  return new Set(grants.filter(({ grantee }) => grantee === role).map(({ privilege }) => privilege))
}

/** Returns a draft in which a role has a privilege, or hasn't. */
export function withPrivilege(draft: GrantsDraft, found: RelationGrants, role: string, privilege: TableGrantType, isGranted: boolean): GrantsDraft {
  const next = new Set(draft.get(role) ?? privilegesOf(found, role))
  if (isGranted) next.add(privilege)
  else next.delete(privilege)
  return new Map([...draft, [role, next]])
}

const differing = (found: RelationGrants, one: ReadonlySet<TableGrantType>, other: ReadonlySet<TableGrantType>) =>
  found.types.filter((type) => one.has(type) && !other.has(type))

/** Returns the roles that lose privileges along with one: what it granted to others, and they in turn. */
export function losersOf({ grants, owner }: RelationGrants, role: string, revoked: readonly TableGrantType[]): string[] {
  if (role === owner) return []
  const lost = new Set<string>()
  const add = (grantor: string, privilege: TableGrantType): void => {
    for (const grant of grants) {
      if (grant.grantor !== grantor || grant.privilege !== privilege || grant.grantee === role || lost.has(grant.grantee)) continue
      lost.add(grant.grantee)
      add(grant.grantee, privilege)
    }
  }
  for (const privilege of revoked) add(role, privilege)
  return [...lost]
}

/** Returns what a role gains and loses. */
export function differenceOf(found: RelationGrants, draft: GrantsDraft, role: string) {
  const before = privilegesOf(found, role)
  const after = draft.get(role) ?? before
  return { granted: differing(found, after, before), revoked: differing(found, before, after) }
}

/** Returns what saving runs: a statement for each role that gains privileges, and one for each that loses some. */
export function draftOf(table: { readonly schema: string; readonly name: string }, found: RelationGrants, draft: GrantsDraft): Draft {
  const target = { on: 'tables', schema: table.schema, tables: [table.name] } as const
  const changes = [...draft.keys()].flatMap((grantee): GrantChange[] => {
    const { granted, revoked } = differenceOf(found, draft, grantee)
    const isCascade = losersOf(found, grantee, revoked).length > 0
    return [
      ...(revoked.length === 0 ? [] : [{ target, grantee, privileges: revoked, kind: 'revoke', isCascade } as const]),
      ...(granted.length === 0 ? [] : [{ target, grantee, privileges: granted, kind: 'grant' } as const]),
    ]
  })
  if (changes.length === 0) return { kind: 'unchanged' }
  return { kind: 'change', change: { name: grantText.change(table.name), commands: commandsOf(changes) } }
}

/** Returns the statements of changes, then the checks that each had its effect. */
export function commandsOf(changes: readonly GrantChange[]): ChangeCommand[] {
  return [...changes.map(changeGrants), ...changes.map((change) => checkBy(confirmGrants(change)))]
}
