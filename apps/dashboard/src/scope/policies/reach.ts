import type { policies } from '@colonnade/pg-meta'

type Policy = policies.Policy

/** How much policies open: everything, what a condition chooses, or nothing. */
export type Reach = 'none' | 'some' | 'all'

/** The roles of the API that policies are looked at for; service_role bypasses them. */
export const apiRoles = ['anon', 'authenticated'] as const

export const holdsFor = ({ roles }: Pick<Policy, 'roles'>, role: string): boolean => roles.includes('public') || roles.includes(role)

export const isOfCommand = ({ command }: Pick<Policy, 'command'>, wanted: Exclude<Policy['command'], 'ALL'>): boolean =>
  command === 'ALL' || command === wanted

/** The API's roles, and others that policies name. */
export function rolesOf(reaching: readonly Pick<Policy, 'roles'>[]): readonly string[] {
  const named = reaching.flatMap(({ roles }) => roles).filter((role) => role !== 'public' && role !== 'service_role')
  return [...new Set([...apiRoles, ...named])]
}

export const roleText = (role: string): string => (role === 'anon' ? 'Not signed in' : role === 'authenticated' ? 'Signed in' : role)
