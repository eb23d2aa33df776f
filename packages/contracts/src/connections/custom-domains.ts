import { z } from 'zod'
import { get, post, put, remove, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import { PoolerCertificate } from './tls-enforcement.ts'

/**
 * WAITING_FOR_DNS: the DNS records have not been found yet; NEEDS_CERTIFICATE: the domain is verified but has no certificate; ACTIVE: the domain
 * works; DNS_LOST: the domain still works, but its DNS records are no longer correct.
 */
export const customDomainStates = ['WAITING_FOR_DNS', 'NEEDS_CERTIFICATE', 'ACTIVE', 'DNS_LOST'] as const
export type CustomDomainState = (typeof customDomainStates)[number]

/** UNKNOWN: the DNS servers did not respond. UNCHECKED: no record is expected, or not checked yet. */
export const dnsOutcomes = ['OK', 'MISSING', 'WRONG', 'UNKNOWN', 'UNCHECKED'] as const
export type DnsOutcome = (typeof dnsOutcomes)[number]

/** The expected and found DNS records for one purpose. */
export const DnsCheck = z.object({
  /** OWNERSHIP proves that you own the domain; ADDRESS points it here. */
  purpose: z.enum(['OWNERSHIP', 'ADDRESS']),
  /** Records to set; empty if the installation doesn't know its own address. */
  records: z.array(z.object({ type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']), name: z.string(), value: z.string() })),
  outcome: z.enum(dnsOutcomes),
  /** Values found by the last check. */
  found: z.array(z.string()),
  /** Unexpected values that were found. */
  problem: z.string().nullable(),
})
export type DnsCheck = z.infer<typeof DnsCheck>

export const CustomDomain = z.object({
  /** In ASCII (Punycode), as clients use it. */
  name: z.string(),
  /** In Unicode; null if identical. */
  unicode_name: z.string().nullable(),
  state: z.enum(customDomainStates),
  /** Why the domain doesn't work, or soon won't. */
  problem: z.string().nullable(),
  checks: z.array(DnsCheck),
  /** Time the ownership was verified. */
  verified_at: Timestamp.nullable(),
  checked_at: Timestamp.nullable(),
  /** Time of the next automatic check. */
  next_check_at: Timestamp,
  /** End of the grace period while the ownership record is missing. */
  kept_until: Timestamp.nullable(),
  /** UPLOADED by a member, or of the INSTALLATION, which renews it automatically. The private key is never returned. */
  certificate: PoolerCertificate.extend({ source: z.enum(['UPLOADED', 'INSTALLATION']) }).nullable(),
})
export type CustomDomain = z.infer<typeof CustomDomain>

export const CustomDomainReport = z.object({
  domain: CustomDomain.nullable(),
  /** Why the project can't have a custom domain; null if it can. */
  refusal: z.string().nullable(),
})
export type CustomDomainReport = z.infer<typeof CustomDomainReport>

/** Far longer than any certificate for one domain. */
const Pem = z.string().max(65_536, 'Use at most 65,536 characters')

const change = { auth: 'user', permission: 'projects:operate', reply: CustomDomainReport } as const

export const customDomains = resource('/platform/projects/{ref}/custom-domain', {
  retrieve: get('/', {
    summary: 'Retrieve the custom domain for database connections with its DNS records',
    auth: 'user',
    permission: 'projects:read',
    reply: CustomDomainReport,
  }),
  claim: post('/', {
    ...change,
    summary: 'Set the custom domain. It works once its DNS records are found',
    audit: 'project.domain_claimed',
    needs: 'machine',
    body: z.object({ name: z.string().max(1_000, 'Use at most 1,000 characters') }),
    errors: ['addon_not_available', 'custom_domain_exists', 'custom_domain_taken'],
  }),
  check: post('/check', {
    ...change,
    summary: 'Check the DNS records now',
    audit: 'project.domain_checked',
    errors: ['custom_domain_not_found'],
  }),
  upload: put('/certificate', {
    ...change,
    summary: 'Upload a certificate for the domain. Applies from the next connection',
    audit: 'project.domain_certificate_uploaded',
    body: z.object({ certificate: Pem, key: Pem }),
    bodyLimitBytes: 160 * 1024,
    errors: ['custom_domain_not_found'],
  }),
  removeCertificate: remove('/certificate', {
    ...change,
    summary: 'Replace the uploaded certificate with one of the installation',
    audit: 'project.domain_certificate_removed',
    errors: ['custom_domain_not_found'],
  }),
  remove: remove('/', {
    ...change,
    summary: 'Remove the custom domain. New connections to it fail',
    audit: 'project.domain_removed',
    errors: ['custom_domain_not_found'],
  }),
})
