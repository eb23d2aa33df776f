import type { policies } from '@colonnade/pg-meta'
import { reachText } from './messages.ts'

type Policy = policies.Policy

/** How much policies allow: everything, what a condition selects, or nothing. */
export type Reach = 'none' | 'some' | 'all'

/** The API's roles that policies apply to; service_role bypasses them. */
export const apiRoles = ['anon', 'authenticated'] as const

export const holdsFor = ({ roles }: Pick<Policy, 'roles'>, role: string): boolean => roles.includes('public') || roles.includes(role)

export const isOfCommand = ({ command }: Pick<Policy, 'command'>, wanted: Exclude<Policy['command'], 'ALL'>): boolean =>
  command === 'ALL' || command === wanted

/** Returns the API's roles, and others that policies name. */
export function rolesOf(reaching: readonly Pick<Policy, 'roles'>[]): readonly string[] {
  const named = reaching.flatMap(({ roles }) => roles).filter((role) => role !== 'public' && role !== 'service_role')
  return [...new Set([...apiRoles, ...named])]
}

export const roleText = (role: string): string => (role === 'anon' ? reachText.signedOut : role === 'authenticated' ? reachText.signedIn : role)
