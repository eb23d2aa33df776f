import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { Queryable, Transaction } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import type { DnsFindings } from './dns-look.ts'
import type { DomainLife } from './life.ts'

export interface DomainRow extends DomainLife {
  readonly projectRef: string
  readonly projectName: string
  readonly organizationId: string
  readonly name: string
  readonly checkedAt: Date | null
  readonly nextCheckAt: Date
  readonly findings: DnsFindings | null
  /** PEM with its chain. */
  readonly certificate: string | null
  readonly sealedKey: string | null
  readonly isUploaded: boolean
  readonly expiresAt: Date | null
  /** True if another project holds the name. */
  readonly isTaken: boolean
}

const isHeldElsewhere = sql`exists (
  select from custom_domains o join projects q on q.ref = o.project_ref
  where o.name = d.name and o.verified_at is not null and o.project_ref <> d.project_ref and q.desired <> 'removed')`
const columns = sql`
  d.project_ref as "projectRef", p.name as "projectName", p.organization_id as "organizationId", d.name, d.waiting_since as "waitingSince",
  d.verified_at as "verifiedAt", d.released_at as "releasedAt", d.checked_at as "checkedAt", d.next_check_at as "nextCheckAt", d.findings, d.failures, d.told,
  d.unproven_since as "unprovenSince", d.certificate, d.sealed_key as "sealedKey", d.is_uploaded as "isUploaded", d.expires_at as "expiresAt",
  ${isHeldElsewhere} as "isTaken"`
const tables = sql`custom_domains d join projects p on p.ref = d.project_ref`

/** Returns nothing for a project that is being deleted. */
export function findDomain(db: Queryable, ref: string): Promise<DomainRow | undefined> {
  return db.first<DomainRow>(sql`select ${columns} from ${tables} where d.project_ref = ${ref} and p.desired <> 'removed'`)
}

/** Does the same, and locks it until the transaction ends. */
export function lockDomain(tx: Transaction, ref: string, name: string): Promise<DomainRow | undefined> {
  return tx.first<DomainRow>(sql`
    select ${columns} from ${tables} where d.project_ref = ${ref} and d.name = ${name} and p.desired <> 'removed' for update of d`)
}

/** `isForShare`: locks the plan until the transaction ends. */
export async function findPlan(db: Queryable, ref: string, isForShare: boolean): Promise<{ readonly plan: PlanId; readonly isBranch: boolean }> {
  const row = await db.first<{ plan: PlanId; isBranch: boolean }>(sql`
    select o.plan, p.parent_ref is not null as "isBranch" from projects p join organizations o on o.id = p.organization_id
    where p.ref = ${ref} ${isForShare ? sql`for share of o` : sql``}`)
  return row!
}

/** Returns false if the project has one, or another project holds the name. */
export async function insertDomain(tx: Transaction, { ref, name, now }: { ref: string; name: string; now: Date }): Promise<boolean> {
  return (
    (await tx.run(sql`
      insert into custom_domains (project_ref, name, waiting_since, next_check_at)
      select d.project_ref, d.name, ${now}, ${now} from (values (${ref}::text, ${name}::text)) as d (project_ref, name) where not ${isHeldElsewhere}
      on conflict (project_ref) do nothing`)) === 1
  )
}

/** Returns its name; undefined if there was none. */
export async function deleteDomain(db: Queryable, ref: string): Promise<string | undefined> {
  return (await db.first<{ name: string }>(sql`delete from custom_domains where project_ref = ${ref} returning name`))?.name
}

/** Releases the names of deleted projects. */
export async function deleteOfRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from custom_domains d using projects p where p.ref = d.project_ref and p.desired = 'removed'`)
}

/** Returns due domains, and leases them for a limited time. */
export function takeDue(db: Queryable, now: Date, until: Date, most: number): Promise<{ readonly ref: string }[]> {
  return db.rows(sql`
    update custom_domains set next_check_at = ${until} where project_ref in (
      select project_ref from custom_domains where next_check_at <= ${now} order by next_check_at limit ${most} for update skip locked)
    returning project_ref as ref`)
}

/** @throws AppError `unique_violation` if another project has just got the name */
export async function recordLook(
  tx: Transaction,
  ref: string,
  { life, findings, now, nextCheckAt }: { readonly life: DomainLife; readonly findings: DnsFindings; readonly now: Date; readonly nextCheckAt: Date },
): Promise<void> {
  await tx.run(sql`
    update custom_domains set checked_at = ${now}, next_check_at = ${nextCheckAt}, findings = ${JSON.stringify(findings)}::jsonb,
      waiting_since = ${life.waitingSince}, verified_at = ${life.verifiedAt}, released_at = ${life.releasedAt}, unproven_since = ${life.unprovenSince}, failures = ${life.failures},
      told = ${JSON.stringify(life.told)}::jsonb
    where project_ref = ${ref}`)
}

/** Audits a change of a name's project without an actor, because it routes clients and is billed, but nobody requested it. */
export async function noteHolder(tx: Transaction, { organizationId, projectRef, name }: DomainRow, news: 'found' | 'released'): Promise<void> {
  await tx.run(sql`
    insert into audit_log (event, organization_id, project_ref, details)
    values (${`project.domain_${news}`}, ${organizationId}, ${projectRef}, ${JSON.stringify({ name })}::jsonb)`)
}

export interface NewCertificate {
  readonly pem: string
  readonly sealedKey: string
  readonly expiresAt: Date
  readonly isUploaded: boolean
}

/** Returns their number. A generated certificate never replaces an uploaded one or one for another name. */
export function recordCertificate(
  db: Queryable,
  ref: string,
  name: string,
  { pem, sealedKey, expiresAt, isUploaded }: NewCertificate,
): Promise<number> {
  return db.run(sql`
    update custom_domains set certificate = ${pem}, sealed_key = ${sealedKey}, expires_at = ${expiresAt}, is_uploaded = ${isUploaded}, warned_days = null
    where project_ref = ${ref} and name = ${name} ${isUploaded ? sql`` : sql`and not is_uploaded`}`)
}

/** Returns their number. */
export function forgetUploaded(db: Queryable, ref: string, name: string): Promise<number> {
  return db.run(sql`
    update custom_domains set certificate = null, sealed_key = null, expires_at = null, is_uploaded = false, warned_days = null
    where project_ref = ${ref} and name = ${name} and is_uploaded`)
}

/** Returns domains held by their projects. */
export function listHeld(db: Queryable, which: Fragment = sql``): Promise<DomainRow[]> {
  return db.rows<DomainRow>(sql`
    select ${columns} from ${tables} where d.verified_at is not null and p.desired <> 'removed' ${which} order by d.name`)
}

/** Returns domains with certificates generated by the installation. */
export function listWithoutUpload(db: Queryable): Promise<DomainRow[]> {
  return listHeld(db, sql`and not d.is_uploaded`)
}

/** Returns uploaded certificates that expire within that many days without a recent warning, and stores the warning. */
export function warnOfExpiry(tx: Transaction, now: Date, days: number): Promise<DomainRow[]> {
  return tx.rows<DomainRow>(sql`
    with warned as (
      update custom_domains set warned_days = ${days}
      where is_uploaded and expires_at < ${now}::timestamptz + make_interval(days => ${days}::integer) and coalesce(warned_days > ${days}, true)
      returning project_ref
    )
    select ${columns} from ${tables} where d.project_ref in (select project_ref from warned) and p.desired <> 'removed'`)
}
