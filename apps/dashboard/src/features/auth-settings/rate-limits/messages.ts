import type { FixedLimit } from '@colonnade/contracts/auth/auth-limits'

export const usageTexts = {
  loading: 'Loading usage',
  failed: 'Failed to load the usage of rate limits',
  asleep: 'The project is asleep. These figures are from when it was last awake.',
  unknown: 'Usage isn’t known until the project wakes up.',
  sent: 'Sent in the last hour',
  caller: (kind: 'address' | 'user', caller: string | null) => (caller === null ? `Busiest ${kind}` : `Busiest ${kind}: ${caller}`),
  callers: (kind: 'address' | 'user', count: number) =>
    count === 1 ? `1 ${kind} in use` : `${count.toLocaleString('en')} ${kind === 'user' ? 'users' : 'addresses'} in use`,
  refused: (count: number) => `Refused ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`} in the last hour`,
} as const

export const fixedTexts = {
  title: 'Fixed limits',
  description: 'You can’t change these.',
  rate: (calls: number, seconds: number) => `${calls} per ${periods[seconds] ?? `${seconds} seconds`}`,
} as const

const periods: Readonly<Record<number, string>> = { 60: 'minute', 300: '5 minutes', 3_600: 'hour' }

export const fixedNames: Readonly<Record<FixedLimit, string>> = {
  sso: 'SAML sign-ins',
  passkeys: 'Passkey requests',
  factors: 'Second-factor requests',
  client_registration: 'OAuth client registrations',
  wrong_codes: 'Wrong codes',
}
