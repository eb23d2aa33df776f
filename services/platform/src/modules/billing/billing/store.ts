import type { BillingDetails } from '@colonnade/contracts/billing/billing'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { Compute } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

export interface BillingRow {
  readonly name: string
  readonly slug: string
  readonly plan: PlanId
  readonly usage_billing_enabled: boolean
  readonly managed_by: string | null
  readonly details: BillingDetails
}

/** `isForUpdate`: its plan stays as it is until the transaction ends. Undefined once it is gone. */
export function findBilling(db: Queryable, organizationId: string, isForUpdate = false): Promise<BillingRow | undefined> {
  return db.first<BillingRow>(sql`
    select name, slug, plan, usage_billing_enabled, managed_by, jsonb_build_object(
      'emails', billing_emails, 'name', billing_name, 'address', billing_address, 'tax_id', billing_tax_id) as details
    from organizations where id = ${organizationId} ${isForUpdate ? sql`for update` : sql``}`)
}

/** @throws AppError `organization_not_found` if it was deleted since */
export async function requireBilling(db: Queryable, organizationId: string, isForUpdate = false): Promise<BillingRow> {
  const row = await findBilling(db, organizationId, isForUpdate)
  if (row === undefined) throw new AppError('organization_not_found', {})
  return row
}

/** Who gets invoices; undefined of an organization that is gone. */
export function findBillingEmails(
  db: Queryable,
  organizationId: string,
): Promise<{ readonly name: string; readonly slug: string; readonly emails: readonly string[] } | undefined> {
  return db.first(sql`select name, slug, billing_emails as emails from organizations where id = ${organizationId}`)
}

export async function setPlan(db: Queryable, organizationId: string, plan: PlanId, isUsageBilled: boolean): Promise<void> {
  await db.run(sql`update organizations set plan = ${plan}, usage_billing_enabled = ${isUsageBilled} where id = ${organizationId}`)
}

export async function setDetails(db: Queryable, organizationId: string, { emails, name, address, tax_id: taxId }: BillingDetails): Promise<void> {
  await db.run(sql`
    update organizations set billing_emails = ${emails}::text[], billing_name = ${name}, billing_address = ${address}, billing_tax_id = ${taxId}
    where id = ${organizationId}`)
}

/** What a project has that plans have rules for, or prices. */
export interface ProjectExtras {
  readonly ref: string
  readonly name: string
  readonly is_branch: boolean
  readonly compute: Compute
  readonly pitr_days: number | null
  readonly has_dedicated_pooler: boolean
  /** Its domain, also while that waits for its records. */
  readonly custom_domain: string | null
  readonly manual_backups: number
  /** Read replicas, also those that come up. */
  readonly replicas: number
  readonly sleep_after_minutes: number | null
}

export function listExtras(db: Queryable, organizationId: string): Promise<ProjectExtras[]> {
  return selectExtras(db, sql`p.organization_id = ${organizationId}`)
}

/** Of one project and its branches. */
export function listExtrasOf(db: Queryable, ref: string): Promise<ProjectExtras[]> {
  return selectExtras(db, sql`${ref} in (p.ref, p.parent_ref)`)
}

function selectExtras(db: Queryable, which: Fragment): Promise<ProjectExtras[]> {
  return db.rows<ProjectExtras>(sql`
    select p.ref, coalesce(parent.name || ' / ', '') || p.name as name, p.parent_ref is not null as is_branch, p.compute,
      w.days as pitr_days, d.project_ref is not null as has_dedicated_pooler, c.name as custom_domain, p.sleep_after_minutes,
      (select count(*)::int from backups b where b.project_ref = p.ref and b.kind = 'manual' and b.status <> 'FAILED') as manual_backups,
      (select count(*)::int from replicas r where r.project_ref = p.ref and r.desired <> 'removed') as replicas
    from projects p left join projects parent on parent.ref = p.parent_ref
      left join recovery_windows w on w.project_ref = p.ref and w.is_wanted
      left join dedicated_poolers d on d.project_ref = p.ref and d.is_wanted
      left join custom_domains c on c.project_ref = p.ref
    where ${which} and p.status <> 'REMOVED' and p.desired <> 'removed'
    order by lower(coalesce(parent.name, p.name)), is_branch, lower(p.name)`)
}
