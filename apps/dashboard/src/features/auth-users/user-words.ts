import type { AuthUser } from '@colonnade/contracts/auth/users'
import { userWordsCopy } from './messages.ts'

type Named = Pick<AuthUser, 'id' | 'email' | 'phone' | 'name'>

/** What a user is called: what they sign in with, or what they call themselves. */
export function titleOf({ id, email, phone, name }: Named): string {
  return email ?? (phone === null ? null : `+${phone.replace(/^\+/, '')}`) ?? name ?? id
}

/** Up to two letters that stand in place of a picture. */
export function initialsOf(user: Named): string {
  const words = (user.name ?? user.email ?? '').split(/[\s@._-]+/u).filter((word) => word !== '')
  const [first, last] = [words[0], user.name === null || words.length < 2 ? undefined : words.at(-1)]
  return [first, last].map(firstLetterOf).join('').toUpperCase()
}

// an emoji may be two characters
const firstLetterOf = (word = ''): string => String.fromCodePoint(...[word.codePointAt(0)].filter((point) => point !== undefined))

/** Returns a user's state for a badge; null when there is nothing special. */
export function stateOf(user: AuthUser, nowMs: number): { readonly label: string; readonly tone: 'danger' | 'warning' | 'neutral' } | null {
  if (user.deleted_at !== null) return { label: userWordsCopy.deleted, tone: 'neutral' }
  if (user.banned_until !== null && Date.parse(user.banned_until) > nowMs) return { label: userWordsCopy.banned, tone: 'danger' }
  if (user.is_anonymous) return { label: userWordsCopy.anonymous, tone: 'neutral' }
  if (user.email_confirmed_at === null && user.phone_confirmed_at === null) return { label: userWordsCopy.waiting, tone: 'warning' }
  return null
}

const providerNames: Readonly<Record<string, string>> = {
  email: 'Email',
  phone: 'Phone',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  workos: 'WorkOS',
}

export function providerText(provider: string): string {
  if (provider.startsWith('sso:')) return 'SSO'
  return providerNames[provider] ?? `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`
}

/** "12 users", "About 1,000,000 users"; null where it isn't known. */
export function totalText(total: number | null, isEstimate: boolean): string | null {
  if (total === null) return null
  return `${isEstimate ? 'About ' : ''}${total.toLocaleString('en')} ${total === 1 ? 'user' : 'users'}`
}
