import type { CustomDomain, CustomDomainReport, DnsCheck } from '@colonnade/contracts/connections/custom-domains'
import type { Addon } from '@colonnade/contracts/projects/addons'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import { isIPv6 } from 'node:net'
import { getDomain } from 'tldts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { domainKeptDays } from '../../../kernel/limits.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { describeCertificate } from '../tls-enforcement/service.ts'
import { checkCertificate } from './certificates.ts'
import type { Finding } from './dns-look.ts'
import { parseDomain, proofLabel, unicodeName } from './domain-names.ts'
import { ownNames, publicHost } from './hosts.ts'
import { keptUntil, minuteOf, stateOf } from './life.ts'
import * as store from './store.ts'
import { keyPlace } from './watcher.ts'
import type { Context } from './context.ts'
import { domainText } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export async function retrieveDomain(ctx: Context, { ref }: ProjectScope): Promise<CustomDomainReport> {
  const row = await store.findDomain(ctx.database, ref)
  return { domain: row === undefined ? null : describe(ctx, row), refusal: await domainRefusal(ctx, ctx.database, ref) }
}

/** Returns why a project can't have a custom domain; null if it can. `isForShare`: locks the plan until the transaction ends. */
export async function domainRefusal(ctx: Pick<PlatformContext, 'pooler'>, db: Queryable, ref: string, isForShare = false): Promise<string | null> {
  if (ctx.pooler() === null) return domainText.noPooler
  const { plan, isBranch } = await store.findPlan(db, ref, isForShare)
  if (isBranch) return domainText.branch
  return plan === 'free' ? domainText.freePlan : null
}

/** @throws AppError `invalid_input` for an invalid name, `addon_not_available`, `custom_domain_exists`, `custom_domain_taken` */
export async function claimDomain(ctx: Context, scope: ProjectScope, input: { name: string }, audit: Audit): Promise<CustomDomainReport> {
  const { ref, organizationId } = scope
  const parsed = parseDomain(input.name, ownNames(ctx.config.publicUrl))
  if ('problem' in parsed) throw refuse('name', parsed.problem)
  const { name } = parsed
  await ctx.database.transaction(async (tx) => {
    await store.deleteOfRemoved(tx)
    const refusal = await domainRefusal(ctx, tx, ref, true)
    if (refusal !== null) throw new AppError('addon_not_available', { type: 'custom_domain' }, { message: refusal })
    if (!(await store.insertDomain(tx, { ref, name, now: ctx.clock.date() }))) {
      const present = await store.findDomain(tx, ref)
      if (present === undefined) throw new AppError('custom_domain_taken', { name })
      if (present.name !== name) {
        throw new AppError('custom_domain_exists', { name: present.name }, { message: domainText.exists(present.name) })
      }
    }
    await audit(tx, { organizationId, projectRef: ref, details: { name } })
  })
  ctx.parts.customDomains.look()
  return retrieveDomain(ctx, scope)
}

/** @throws AppError `custom_domain_not_found` */
export async function checkDomain(ctx: Context, scope: ProjectScope, audit: Audit): Promise<CustomDomainReport> {
  const { ref, organizationId } = scope
  const isThere = await ctx.parts.customDomains.check(ref, (tx, { name, findings }) => {
    const details = { name, ownership: findings!.ownership.outcome, address: findings!.address.outcome }
    return audit(tx, { organizationId, projectRef: ref, details })
  })
  if (!isThere) throw new AppError('custom_domain_not_found', { ref })
  return retrieveDomain(ctx, scope)
}

/** Applies to new connections. @throws AppError `custom_domain_not_found`, `invalid_input` with the fault */
export async function uploadCertificate(
  ctx: Context,
  scope: ProjectScope,
  input: { readonly certificate: string; readonly key: string },
  audit: Audit,
): Promise<CustomDomainReport> {
  const { ref, organizationId } = scope
  const { name } = await requireDomain(ctx.database, ref)
  const checked = checkCertificate(name, input, ctx.clock.date())
  if ('problem' in checked) throw refuse(checked.field, checked.problem)
  const { pem, key, expiresAt, fingerprint } = checked
  await ctx.database.transaction(async (tx) => {
    const certificate = { pem, sealedKey: ctx.secrets.seal(key, keyPlace(ref)), expiresAt, isUploaded: true }
    if ((await store.recordCertificate(tx, ref, name, certificate)) === 0) throw new AppError('custom_domain_not_found', { ref })
    await audit(tx, { organizationId, projectRef: ref, details: { name, fingerprint, expires_at: expiresAt.toISOString() } })
  })
  await ctx.parts.customDomains.settle()
  return retrieveDomain(ctx, scope)
}

/** @throws AppError `custom_domain_not_found` */
export async function removeCertificate(ctx: Context, scope: ProjectScope, audit: Audit): Promise<CustomDomainReport> {
  const { ref, organizationId } = scope
  const { name } = await requireDomain(ctx.database, ref)
  await ctx.database.transaction(async (tx) => {
    await store.forgetUploaded(tx, ref, name)
    await audit(tx, { organizationId, projectRef: ref, details: { name } })
  })
  await ctx.parts.customDomains.settle()
  return retrieveDomain(ctx, scope)
}

/** Removes the domain. New connections by its name are refused when this resolves; open ones stay. @throws AppError `custom_domain_not_found` */
export async function removeDomain(ctx: Context, scope: ProjectScope, audit: Audit): Promise<CustomDomainReport> {
  const { ref, organizationId } = scope
  await ctx.database.transaction(async (tx) => {
    const name = await store.deleteDomain(tx, ref)
    if (name === undefined) throw new AppError('custom_domain_not_found', { ref })
    await audit(tx, { organizationId, projectRef: ref, details: { name } })
  })
  await ctx.parts.customDomains.settle()
  return retrieveDomain(ctx, scope)
}

/** Removes the domain, as an add-on of the project. Domains are added only by name. @throws AppError `addon_not_available` */
export async function chooseDomain(ctx: Context, { ref, organizationId }: ProjectScope, isWanted: boolean, audit: Audit): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    if (isWanted && (await store.findDomain(tx, ref)) === undefined) {
      throw new AppError('addon_not_available', { type: 'custom_domain' }, { message: domainText.needsName })
    }
    const name = isWanted ? undefined : await store.deleteDomain(tx, ref)
    await audit(tx, { organizationId, projectRef: ref, details: name === undefined ? {} : { name } })
  })
  await ctx.parts.customDomains.settle()
}

/** Returns the domain as an add-on of the project, by its Unicode name; undefined if there is none. */
export async function domainAddon(
  ctx: Context,
  db: Queryable,
  ref: string,
): Promise<(Pick<Addon, 'state' | 'problem'> & { name: string }) | undefined> {
  const row = await store.findDomain(db, ref)
  if (row === undefined) return undefined
  const { name: ascii, unicode_name: unicode, state, problem } = describe(ctx, row)
  const name = unicode ?? ascii
  if (state === 'WAITING_FOR_DNS' && row.releasedAt === null) return { name, state: 'CHANGING', problem: null }
  return { name, state: problem === null ? 'READY' : 'FAILING', problem }
}

/** Chore: checks due domains, without waiting for DNS servers. */
export function lookAtDomains({ parts: { customDomains } }: Context): void {
  customDomains.look()
}

async function requireDomain(db: Queryable, ref: string): Promise<store.DomainRow> {
  const row = await store.findDomain(db, ref)
  if (row === undefined) throw new AppError('custom_domain_not_found', { ref })
  return row
}

function refuse(field: string, message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: ['body', field], message }] }, { message })
}

function describe(ctx: Context, row: store.DomainRow): CustomDomain {
  const { name, projectRef, findings, unprovenSince } = row
  const certificate = ctx.parts.customDomains.certificateOf(row)
  const state = stateOf(row, ctx.parts.customDomains.hasCertificate(row))
  const checks: DnsCheck[] = [
    {
      purpose: 'OWNERSHIP',
      records: [{ type: 'TXT', name: `${proofLabel}.${name}`, value: ctx.parts.customDomains.proofOf(projectRef, name) }],
      ...findingOf(findings?.ownership),
    },
    { purpose: 'ADDRESS', records: addressRecords(ctx, row), ...findingOf(findings?.address) },
  ]
  return {
    name,
    unicode_name: unicodeName(name),
    state,
    problem: problemOf(row, state, ctx.clock.now()),
    checks,
    verified_at: row.verifiedAt?.toISOString() ?? null,
    checked_at: row.checkedAt?.toISOString() ?? null,
    next_check_at: row.nextCheckAt.toISOString(),
    kept_until: unprovenSince === null ? null : keptUntil(unprovenSince).toISOString(),
    certificate: certificate === null ? null : { ...describeCertificate(certificate), source: row.isUploaded ? 'UPLOADED' : 'INSTALLATION' },
  }
}

function findingOf(finding: Finding | undefined): Pick<DnsCheck, 'outcome' | 'found' | 'problem'> {
  return finding === undefined ? { outcome: 'UNCHECKED', found: [], problem: null } : { ...finding, found: [...finding.found] }
}

/** A registered name can't have a CNAME beside its other records (RFC 1034, 3.6.2), so it gets the addresses. */
function addressRecords(ctx: Context, { name, findings }: store.DomainRow): DnsCheck['records'] {
  const host = publicHost(ctx.config.publicUrl)
  const addresses = findings?.hostAddresses ?? []
  if (host === null) return []
  if (!addresses.includes(host) && getDomain(name, { allowPrivateDomains: true }) !== name) return [{ type: 'CNAME', name, value: host }]
  return addresses.map((value) => ({ type: isIPv6(value) ? 'AAAA' : 'A', name, value }))
}

function problemOf(
  { isTaken, releasedAt, findings, expiresAt, isUploaded }: store.DomainRow,
  state: CustomDomain['state'],
  nowMs: number,
): string | null {
  switch (state) {
    case 'WAITING_FOR_DNS':
      return joined(releasedAt && domainText.released(minuteOf(releasedAt), domainKeptDays), isTaken ? domainText.taken : null)
    case 'NEEDS_CERTIFICATE':
      return domainText.needsCertificate
    case 'DNS_LOST':
      return joined(findings?.ownership.problem, findings?.address.problem)
    case 'ACTIVE':
      return isUploaded && expiresAt !== null && expiresAt.getTime() <= nowMs ? domainText.expired(expiresAt.toISOString().slice(0, 10)) : null
  }
}

function joined(...problems: (string | null | undefined)[]): string | null {
  return problems.filter((problem) => problem != null).join('. ') || null
}
