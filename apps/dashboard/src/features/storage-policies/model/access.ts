import type { policies } from '@colonnade/pg-meta'
import { bucketColumnOf, bucketsOf, expressionsOf, isOpen } from './named-buckets.ts'

type Policy = policies.Policy

export const fileCommands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
export type FileCommand = (typeof fileCommands)[number]

/** How much of a bucket policies open: all files, those that a condition chooses, or none. */
export type Reach = 'none' | 'some' | 'all'

const reaches: readonly Reach[] = ['none', 'some', 'all']

/** The roles of the API that policies are looked at for; service_role bypasses them. */
export const apiRoles = ['anon', 'authenticated'] as const

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

const holdsFor = ({ roles }: Policy, role: string): boolean => roles.includes('public') || roles.includes(role)
const isOfCommand = ({ command }: Policy, wanted: FileCommand): boolean => command === 'ALL' || command === wanted

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
  return expressionsOf(policy).every((expression) => isOpen(expression, bucketColumnOf(policy.table), bucket, role))
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

/** The API's roles, and others that policies name. */
export function rolesOf(reaching: readonly Policy[]): readonly string[] {
  const named = reaching.flatMap(({ roles }) => roles).filter((role) => role !== 'public' && role !== 'service_role')
  return [...new Set([...apiRoles, ...named])]
}
