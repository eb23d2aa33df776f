import type { CustomDomain, CustomDomainState, DnsCheck, DnsOutcome } from '@colonnade/contracts/connections/custom-domains'
import type { Tone } from '@colonnade/ui'

export interface Look {
  readonly label: string
  readonly tone: Tone
}

export const stateLooks: Readonly<Record<CustomDomainState, Look>> = {
  WAITING_FOR_DNS: { label: 'Waiting for DNS', tone: 'neutral' },
  NEEDS_CERTIFICATE: { label: 'Needs a certificate', tone: 'warning' },
  ACTIVE: { label: 'Active', tone: 'accent' },
  DNS_LOST: { label: 'DNS lost', tone: 'danger' },
}

export const outcomeLooks: Readonly<Record<DnsOutcome, Look>> = {
  OK: { label: 'Found', tone: 'accent' },
  MISSING: { label: 'Not found', tone: 'neutral' },
  WRONG: { label: 'Another value', tone: 'danger' },
  UNKNOWN: { label: 'No answer', tone: 'warning' },
  UNCHECKED: { label: 'Not checked', tone: 'neutral' },
}

/** Days before its end on which people are told that a certificate of their own runs out; those of the installation are renewed before. */
const warnedDays = 30

export interface ExpiryNotice {
  readonly tone: 'danger' | 'warning'
  /** Beside the name of the domain, once it has come to that. */
  readonly label: string | null
  readonly text: string
}

/** What is said of a certificate that has run out, or soon will; null for one that is good for longer. */
export function expiryNotice(certificate: CustomDomain['certificate'], now: number): ExpiryNotice | null {
  if (certificate === null) return null
  const left = Date.parse(certificate.expires_at) - now
  if (left <= 0) {
    const what = certificate.source === 'UPLOADED' ? ' Upload a new one.' : ' The installation makes a new one.'
    return { tone: 'danger', label: 'Certificate ran out', text: `It has run out: clients that verify it do not connect any more.${what}` }
  }
  const days = Math.ceil(left / 86_400_000)
  if (certificate.source !== 'UPLOADED' || days > warnedDays) return null
  return { tone: 'warning', label: null, text: `It runs out in ${days === 1 ? 'one day' : `${days} days`}: upload the next one before.` }
}

/** What a record is for. */
export const purposeWords: Readonly<Record<DnsCheck['purpose'], { readonly title: string; readonly text: string }>> = {
  OWNERSHIP: { title: 'Proof that the name is yours', text: 'Nobody else can know this value. Leave it there: it is looked for again and again.' },
  ADDRESS: { title: 'Where the name leads', text: 'To this installation. A and AAAA records of the same addresses do as well.' },
}

/** What is said of the address where the installation does not know where it is reached. */
export const unknownHostText =
  'Let the name lead to the machine that this installation’s poolers are reached at, with a CNAME, A or AAAA record. It is not checked: the operator has set no COLONNADE_PUBLIC_URL.'

/**
 * The commands that connect by a domain. The user is the role alone: TLS tells the name. Unless told to ask the system whom to trust, libpq looks
 * for a file of the user's that hardly anybody has (PostgreSQL documentation, 34.19.1).
 */
export function commandsOf(name: string, ports: { readonly session: number; readonly transaction: number }, isVerifiable: boolean): string[] {
  const mode = isVerifiable ? 'verify-full&sslrootcert=system' : 'require'
  return [ports.session, ports.transaction].map((port) => `psql "postgresql://postgres@${name}:${port}/postgres?sslmode=${mode}"`)
}
