import { changeDefaultGrants, type DefaultGrant, type GrantChange, type GrantScope, grantedKinds } from '@colonnade/pg-meta/default-grants'
import type { Draft } from '../../../scope/changes/draft.ts'
import { defaultGrants as texts } from '../messages.ts'

/** New objects of the project's own role in the schema that is exposed unless told otherwise. */
export const scope: GrantScope = { owner: 'postgres', schema: 'public' }

export const keyOf = ({ kind, role }: Pick<DefaultGrant, 'kind' | 'role'>): string => `${kind} ${role}`

export const isGranted = ({ privileges, is_public: isPublic }: DefaultGrant): boolean => isPublic || privileges.length > 0

/** Returns the keys of what roles get now. */
export const grantedIn = (grants: readonly DefaultGrant[]): readonly string[] => grants.filter(isGranted).map(keyOf)

/**
 * Returns what saving would run. What one role loses because everyone has it, everyone loses: the roles that keep it get a grant of their own.
 */
export function grantsDraft(saved: readonly DefaultGrant[], chosen: readonly string[]): Draft {
  const isChosen = (grant: DefaultGrant): boolean => chosen.includes(keyOf(grant))
  const isLost = (grant: DefaultGrant): boolean => isGranted(grant) && !isChosen(grant)
  const closedKinds = grantedKinds.filter((kind) => saved.some((grant) => grant.kind === kind && grant.is_public && isLost(grant)))
  const changes = saved.flatMap((grant): GrantChange[] => {
    const { kind, role, privileges } = grant
    if (isLost(grant)) return [{ kind, role, isGranted: false }]
    const isNeeded = isGranted(grant) ? closedKinds.includes(kind) && privileges.length === 0 : isChosen(grant)
    return isNeeded ? [{ kind, role, isGranted: true }] : []
  })
  if (changes.length === 0) return { kind: 'unchanged' }
  return { kind: 'change', change: { name: texts.change, commands: changeDefaultGrants(scope, changes, closedKinds) } }
}

/** Says what a role gets on new objects of a kind. */
export function grantText({ kind, privileges, is_public: isPublic }: DefaultGrant): string {
  // what Postgres has of each kind without MAINTAIN, which came with version 17
  const whole = { tables: 7, functions: 1, sequences: 3 }[kind]
  if (privileges.length >= whole || (isPublic && kind === 'functions')) return texts.all
  return privileges.length === 0 ? texts.none : privileges.join(', ')
}
