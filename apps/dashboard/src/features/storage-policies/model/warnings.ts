import type { policies } from '@colonnade/pg-meta'
import { apiRoles } from '../../../scope/policies/reach.ts'
import { type FileCommand, isOpenPolicy, openingPolicies, policiesReaching, reachOf } from './access.ts'
import { expressionsOf } from '../../../scope/policies/conditions.ts'
import { bucketsOf } from './named-buckets.ts'

type Policy = policies.Policy

/** A probable mistake in the policies of a bucket. */
export type PolicyWarning =
  /** Only service_role can read files in a private bucket. */
  | { readonly kind: 'unreadable' }
  /** Roles can write, but Postgres also requires SELECT. */
  | { readonly kind: 'no-select'; readonly roles: readonly string[]; readonly commands: readonly ('UPDATE' | 'DELETE')[] }
  /** Roles can update files, but replacing one with an upload also needs INSERT. */
  | { readonly kind: 'anon-writes'; readonly command: FileCommand; readonly policy: string; readonly isAll: boolean }
  | { readonly kind: 'anon-lists'; readonly policy: string; readonly isPublic: boolean }

export interface WarnedBucket {
  readonly id: string
  readonly public: boolean
}

/** Finds probable mistakes in the policies of one bucket, or, for null, in those that apply to all buckets. */
export function warningsOf(all: readonly Policy[], bucket: WarnedBucket | null): readonly PolicyWarning[] {
  const id = bucket?.id ?? null
  const reaching = policiesReaching(all, id)
  // warnings about all buckets appear once
  const own = bucket === null ? reaching : reaching.filter((policy) => bucketsOf(policy) !== null)
  return [...(bucket === null ? [] : coverageWarnings(reaching, bucket)), ...anonWarnings(own, bucket)]
}

function coverageWarnings(reaching: readonly Policy[], bucket: WarnedBucket): readonly PolicyWarning[] {
  const roles = [...new Set([...apiRoles, ...reaching.flatMap((policy) => policy.roles)])].filter((role) => role !== 'public')
  const reads = (role: string): boolean => reachOf(reaching, role, 'SELECT', bucket.id) !== 'none'
  const isUnreadable = !bucket.public && !roles.some(reads)
  const blind = new Map<string, string[]>()
  for (const role of roles) {
    if (reads(role)) continue
    const commands = (['UPDATE', 'DELETE'] as const).filter((command) => reachOf(reaching, role, command, bucket.id) !== 'none')
    if (commands.length > 0) blind.set(commands.join(' '), [...(blind.get(commands.join(' ')) ?? []), role])
  }
  return [
    ...(isUnreadable ? [{ kind: 'unreadable' } as const] : []),
    ...[...blind].map(([commands, blindRoles]) => ({
      kind: 'no-select' as const,
      roles: blindRoles,
      commands: commands.split(' ') as ('UPDATE' | 'DELETE')[],
    })),
  ]
}

function anonWarnings(own: readonly Policy[], bucket: WarnedBucket | null): readonly PolicyWarning[] {
  const id = bucket?.id ?? null
  const writes = (['INSERT', 'UPDATE', 'DELETE'] as const).flatMap((command) =>
    openingPolicies(own, 'anon', command)
      .filter((policy) => !asksWho(policy))
      .map((policy) => ({ kind: 'anon-writes' as const, command, policy: policy.name, isAll: isOpenPolicy(policy, 'anon', id) })),
  )
  const lists = openingPolicies(own, 'anon', 'SELECT')
    .filter((policy) => isOpenPolicy(policy, 'anon', id))
    .map((policy) => ({ kind: 'anon-lists' as const, policy: policy.name, isPublic: bucket?.public ?? false }))
  return [...writes, ...lists]
}

/** Returns true if an expression depends on the token; without one it's false or null. */
function asksWho(policy: Policy): boolean {
  return expressionsOf(policy).some((expression) => /\bauth\.(?:uid|role|jwt|email)\(\)|request\.jwt/.test(expression))
}
