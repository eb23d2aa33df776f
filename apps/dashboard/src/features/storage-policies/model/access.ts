import type { policies } from '@colonnade/pg-meta'
import { expressionsOf, isOpen } from '../../../scope/policies/conditions.ts'
import { holdsFor, isOfCommand, type Reach } from '../../../scope/policies/reach.ts'
import { bucketColumnOf, bucketsOf } from './named-buckets.ts'

type Policy = policies.Policy

export const fileCommands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
export type FileCommand = (typeof fileCommands)[number]

const reaches: readonly Reach[] = ['none', 'some', 'all']

/** File operations, with the commands policies must allow for each. */
export const fileActions = [
  { id: 'list', needs: ['SELECT'] },
  { id: 'read', needs: ['SELECT'] },
  { id: 'upload', needs: ['INSERT'] },
  { id: 'replace', needs: ['INSERT', 'SELECT', 'UPDATE'] },
  { id: 'move', needs: ['SELECT', 'UPDATE'] },
  { id: 'delete', needs: ['SELECT', 'DELETE'] },
] as const satisfies readonly { readonly id: string; readonly needs: readonly FileCommand[] }[]
export type FileActionId = (typeof fileActions)[number]['id']

/** Returns the file policies that apply to a bucket; for null, those not limited to a bucket. */
export function policiesReaching(all: readonly Policy[], bucket: string | null): readonly Policy[] {
  return all.filter((policy) => {
    if (policy.table !== 'objects') return false
    const named = bucketsOf(policy)
    return named === null || (bucket !== null && named.has(bucket))
  })
}

/** Returns the permissive policies that allow a command for a role. */
export function openingPolicies(reaching: readonly Policy[], role: string, command: FileCommand): readonly Policy[] {
  return reaching.filter((policy) => policy.action === 'PERMISSIVE' && holdsFor(policy, role) && isOfCommand(policy, command))
}

/** Returns true if a policy allows every file in a bucket. */
export function isOpenPolicy(policy: Policy, role: string, bucket: string | null): boolean {
  return expressionsOf(policy).every((expression) =>
    isOpen(expression, new Map(bucket === null ? [] : [[bucketColumnOf(policy.table), bucket]]), role),
  )
}

export function reachOf(reaching: readonly Policy[], role: string, command: FileCommand, bucket: string | null): Reach {
  const opening = openingPolicies(reaching, role, command)
  if (opening.length === 0) return 'none'
  const isLimited = reaching.some((policy) => policy.action === 'RESTRICTIVE' && holdsFor(policy, role) && isOfCommand(policy, command))
  return !isLimited && opening.some((policy) => isOpenPolicy(policy, role, bucket)) ? 'all' : 'some'
}

/** Returns how far a role can do an operation: the least of the commands it needs. */
export function reachOfAction(reaching: readonly Policy[], role: string, needs: readonly FileCommand[], bucket: string | null): Reach {
  return reaches[Math.min(...needs.map((command) => reaches.indexOf(reachOf(reaching, role, command, bucket))))]!
}
