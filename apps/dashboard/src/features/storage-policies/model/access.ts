import type { policies } from '@colonnade/pg-meta'
import { expressionsOf, isOpen } from '../../../scope/policies/conditions.ts'
import { holdsFor, isOfCommand, type Reach } from '../../../scope/policies/reach.ts'
import { bucketColumnOf, bucketsOf } from './named-buckets.ts'

type Policy = policies.Policy

export const fileCommands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
export type FileCommand = (typeof fileCommands)[number]

const reaches: readonly Reach[] = ['none', 'some', 'all']

/** Each thing that clients do with files, and the commands that policies have to allow for it. */
export const fileActions = [
  { id: 'list', needs: ['SELECT'] },
  { id: 'read', needs: ['SELECT'] },
  { id: 'upload', needs: ['INSERT'] },
  { id: 'replace', needs: ['INSERT', 'SELECT', 'UPDATE'] },
  { id: 'move', needs: ['SELECT', 'UPDATE'] },
  { id: 'delete', needs: ['SELECT', 'DELETE'] },
] as const satisfies readonly { readonly id: string; readonly needs: readonly FileCommand[] }[]
export type FileActionId = (typeof fileActions)[number]['id']

/** Policies on files that reach a bucket; for null those that are limited to no bucket. */
export function policiesReaching(all: readonly Policy[], bucket: string | null): readonly Policy[] {
  return all.filter((policy) => {
    if (policy.table !== 'objects') return false
    const named = bucketsOf(policy)
    return named === null || (bucket !== null && named.has(bucket))
  })
}

/** Permissive policies that open a command for a role. */
export function openingPolicies(reaching: readonly Policy[], role: string, command: FileCommand): readonly Policy[] {
  return reaching.filter((policy) => policy.action === 'PERMISSIVE' && holdsFor(policy, role) && isOfCommand(policy, command))
}

/** Whether a policy opens every file of a bucket to a role. */
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

/** How far a role can do something: no further than the least of the commands it needs. */
export function reachOfAction(reaching: readonly Policy[], role: string, needs: readonly FileCommand[], bucket: string | null): Reach {
  return reaches[Math.min(...needs.map((command) => reaches.indexOf(reachOf(reaching, role, command, bucket))))]!
}
