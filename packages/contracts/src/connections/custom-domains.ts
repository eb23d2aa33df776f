import { z } from 'zod'
import { get, post, put, remove, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import { PoolerCertificate } from './tls-enforcement.ts'

/**
 * WAITING_FOR_DNS until the records are found once; NEEDS_CERTIFICATE: the name is the project's, and there is no certificate for it; ACTIVE: it
 * leads to the project. DNS_LOST: it does as well, and its records are not what they should be any more.
 */
export const customDomainStates = ['WAITING_FOR_DNS', 'NEEDS_CERTIFICATE', 'ACTIVE', 'DNS_LOST'] as const
export type CustomDomainState = (typeof customDomainStates)[number]

/** UNKNOWN: the DNS servers did not answer. UNCHECKED: nothing is expected there, or nobody has looked yet. */
export const dnsOutcomes = ['OK', 'MISSING', 'WRONG', 'UNKNOWN', 'UNCHECKED'] as const
export type DnsOutcome = (typeof dnsOutcomes)[number]

/** What is to stand in DNS for one purpose, and what was found. */
export const DnsCheck = z.object({
  /** OWNERSHIP: that the name is yours. ADDRESS: that it leads here. */
  purpose: z.enum(['OWNERSHIP', 'ADDRESS']),
  /** Those to set; none where the installation has no address that it knows of. */
  records: z.array(z.object({ type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']), name: z.string(), value: z.string() })),
  outcome: z.enum(dnsOutcomes),
  /** Values, as they were found at the last look. */
  found: z.array(z.string()),
  /** What was found instead of what was expected. */
  problem: z.string().nullable(),
})
export type DnsCheck = z.infer<typeof DnsCheck>

export const CustomDomain = z.object({
  /** In ASCII, as clients ask for it. */
  name: z.string(),
  /** As people write it; null where that is the same. */
  unicode_name: z.string().nullable(),
  state: z.enum(customDomainStates),
  /** Why it does not lead to the project, or may not for long. */
  problem: z.string().nullable(),
  checks: z.array(DnsCheck),
  /** When the name became the project's. */
  verified_at: Timestamp.nullable(),
  checked_at: Timestamp.nullable(),
  /** When it is looked again without anybody asking. */
  next_check_at: Timestamp,
  /** Until when it stays the project's while nothing proves it any more. */
  kept_until: Timestamp.nullable(),
  /** UPLOADED by somebody, or of the INSTALLATION, which renews it by itself. The key is never told. */
  certificate: PoolerCertificate.extend({ source: z.enum(['UPLOADED', 'INSTALLATION']) }).nullable(),
})
export type CustomDomain = z.infer<typeof CustomDomain>

export const CustomDomainReport = z.object({
  domain: CustomDomain.nullable(),
  /** Why the project can not have one; null where it can. */
  refusal: z.string().nullable(),
})
export type CustomDomainReport = z.infer<typeof CustomDomainReport>

/** Longer files are no certificate of one name. */
const Pem = z.string().max(65_536, 'Use at most 65,536 characters')

const change = { auth: 'user', permission: 'projects:operate', reply: CustomDomainReport } as const

export const customDomains = resource('/platform/projects/{ref}/custom-domain', {
  retrieve: get('/', {
    summary: 'The name that database clients reach the project by, with the DNS records that it takes',
    auth: 'user',
    permission: 'projects:read',
    reply: CustomDomainReport,
  }),
  claim: post('/', {
    ...change,
    summary: 'Name a domain for the project; it leads there once its DNS records are found',
    audit: 'project.domain_claimed',
    needs: 'machine',
    body: z.object({ name: z.string().max(1_000, 'Use at most 1,000 characters') }),
    errors: ['addon_not_available', 'custom_domain_exists', 'custom_domain_taken'],
  }),
  check: post('/check', {
    ...change,
    summary: 'Look at the DNS records now',
    audit: 'project.domain_checked',
    errors: ['custom_domain_not_found'],
  }),
  upload: put('/certificate', {
    ...change,
    summary: 'Use this certificate for the domain, from the next connection on',
    audit: 'project.domain_certificate_uploaded',
    body: z.object({ certificate: Pem, key: Pem }),
    bodyLimitBytes: 160 * 1024,
    errors: ['custom_domain_not_found'],
  }),
  removeCertificate: remove('/certificate', {
    ...change,
    summary: 'Use a certificate of the installation instead of the uploaded one',
    audit: 'project.domain_certificate_removed',
    errors: ['custom_domain_not_found'],
  }),
  remove: remove('/', {
    ...change,
    summary: 'Take the domain away: new connections by that name lead nowhere',
    audit: 'project.domain_removed',
    errors: ['custom_domain_not_found'],
  }),
})
