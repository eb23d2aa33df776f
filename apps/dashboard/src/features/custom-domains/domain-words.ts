import type { CustomDomain, CustomDomainState, DnsCheck, DnsOutcome } from '@colonnade/contracts/connections/custom-domains'
import type { Tone } from '@colonnade/ui'
import { domainWordsCopy } from './messages.ts'

export interface Look {
  readonly label: string
  readonly tone: Tone
}

export const stateLooks: Readonly<Record<CustomDomainState, Look>> = {
  WAITING_FOR_DNS: { label: domainWordsCopy.waitingDns, tone: 'neutral' },
  NEEDS_CERTIFICATE: { label: domainWordsCopy.needsCertificate, tone: 'warning' },
  ACTIVE: { label: domainWordsCopy.active, tone: 'accent' },
  DNS_LOST: { label: domainWordsCopy.dnsLost, tone: 'danger' },
}

export const outcomeLooks: Readonly<Record<DnsOutcome, Look>> = {
  OK: { label: domainWordsCopy.found, tone: 'accent' },
  MISSING: { label: domainWordsCopy.notFound, tone: 'neutral' },
  WRONG: { label: domainWordsCopy.wrongValue, tone: 'danger' },
  UNKNOWN: { label: domainWordsCopy.noResponse, tone: 'warning' },
  UNCHECKED: { label: domainWordsCopy.notChecked, tone: 'neutral' },
}

/** Days before its expiry that an uploaded certificate is flagged. The installation renews its own earlier. */
const warnedDays = 30

export interface ExpiryNotice {
  readonly tone: 'danger' | 'warning'
  /** Shown next to the domain once it has expired. */
  readonly label: string | null
  readonly text: string
}

/** Returns the notice for a certificate that has expired or will soon; null otherwise. */
export function expiryNotice(certificate: CustomDomain['certificate'], now: number): ExpiryNotice | null {
  if (certificate === null) return null
  const left = Date.parse(certificate.expires_at) - now
  if (left <= 0) {
    const what = certificate.source === 'UPLOADED' ? domainWordsCopy.uploadNewOne : domainWordsCopy.installationCreatesNewOne
    return { tone: 'danger', label: domainWordsCopy.certificateExpired, text: domainWordsCopy.certificateHasExpiredSo(what) }
  }
  const days = Math.ceil(left / 86_400_000)
  if (certificate.source !== 'UPLOADED' || days > warnedDays) return null
  return { tone: 'warning', label: null, text: domainWordsCopy.certificateExpiresUploadNew(days) }
}

/** The purpose of each DNS record. */
export const purposeWords: Readonly<Record<DnsCheck['purpose'], { readonly title: string; readonly text: string }>> = {
  OWNERSHIP: { title: domainWordsCopy.proofOwnership, text: domainWordsCopy.keepRecordColonnadeChecks },
  ADDRESS: { title: domainWordsCopy.address, text: domainWordsCopy.pointsInstallationAlsoUse },
}

/** Shown for the address record when COLONNADE_PUBLIC_URL isn't set. */
export const unknownHostText = domainWordsCopy.pointDomainMachineRuns

/**
 * Returns the commands that connect through a domain. The user is the role name, because TLS carries the domain. libpq looks for a certificate
 * file in the user's home unless sslrootcert=system is set (PostgreSQL documentation, 34.19.1).
 */
export function commandsOf(name: string, ports: { readonly session: number; readonly transaction: number }, isVerifiable: boolean): string[] {
  const mode = isVerifiable ? 'verify-full&sslrootcert=system' : 'require'
  return [ports.session, ports.transaction].map((port) => `psql "postgresql://postgres@${name}:${port}/postgres?sslmode=${mode}"`)
}
