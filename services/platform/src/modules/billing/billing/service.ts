import type { BilledAddon, BillingDetails, BillingReport, PlanPriceList } from '@colonnade/contracts/billing/billing'
import { computePrices, customDomainPrice, dedicatedPoolerPrice, pitrPrices, planPrices } from '@colonnade/contracts/billing/prices'
import { type PlanId, plans } from '@colonnade/contracts/organizations/organizations'
import { computes } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { OrganizationScope } from '../../../kernel/serve.ts'
import { retrieveWholeUsage } from '../../organizations/usage/service.ts'
import { unicodeName } from '../../connections/custom-domains/domain-names.ts'
import { planChange, type PlanSituation } from './plan-changes.ts'
import * as store from './store.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

/** Returns every plan with the price of a month, in the installation's currency. */
export function listPlanPrices(ctx: Pick<PlatformContext, 'config'>): PlanPriceList {
  return { currency: ctx.config.currency, plans: plans.map(({ id, name }) => ({ id, name, monthly_cents: planPrices[id] })) }
}

export async function retrieveBilling(ctx: PlatformContext, scope: OrganizationScope): Promise<BillingReport> {
  const row = await store.requireBilling(ctx.database, scope.organizationId)
  const situation = await situationOf(ctx.database, scope, row, await usedNow(ctx, scope))
  return {
    plan: row.plan,
    usage_billing_enabled: row.usage_billing_enabled,
    managed_by: row.managed_by,
    payment_provider: ctx.config.payments === null || row.managed_by !== null ? null : 'stripe',
    currency: ctx.config.currency,
    details: row.details,
    addons: situation.projects.flatMap(addonsOf),
    changes: plans.filter(({ id }) => id !== row.plan).map(({ id }) => planChange(situation, id)),
  }
}

/** Add-ons of one project, with what a month of each costs. */
export function addonsOf({
  ref,
  name,
  compute,
  pitr_days: pitr,
  has_dedicated_pooler: hasPooler,
  custom_domain: domain,
}: store.ProjectExtras): BilledAddon[] {
  const of = { project_ref: ref, project_name: name }
  const size = computes.find(({ id }) => id === compute)!
  return [
    ...(compute === computes[0].id ? [] : [{ ...of, type: 'compute_instance' as const, name: size.name, monthly_cents: computePrices[compute] }]),
    ...(pitr === null ? [] : [{ ...of, type: 'pitr' as const, name: `${pitr} day${pitr === 1 ? '' : 's'}`, monthly_cents: pitrPrices[pitr] ?? 0 }]),
    ...(domain === null
      ? []
      : [
          {
            ...of,
            type: 'custom_domain' as const,
            name: messages.addons.customDomain(unicodeName(domain) ?? domain),
            monthly_cents: customDomainPrice,
          },
        ]),
    ...(hasPooler ? [{ ...of, type: 'ipv4' as const, name: messages.addons.dedicatedPooler, monthly_cents: dedicatedPoolerPrice }] : []),
  ]
}

/** @throws AppError `plan_not_available` with what to do first, `organization_managed_elsewhere` */
export async function changePlan(ctx: PlatformContext, scope: OrganizationScope, { plan }: { plan: PlanId }, audit: Audit): Promise<BillingReport> {
  const { organizationId } = scope
  const used = await usedNow(ctx, scope)
  await ctx.database.transaction(async (tx) => {
    const before = await store.requireBilling(tx, organizationId, true)
    refuseManaged(before)
    if (before.plan === plan) return audit(tx, { organizationId, details: { plan, before: plan } })
    const { refusals } = planChange(await situationOf(tx, scope, before, used), plan)
    if (refusals.length > 0) {
      const texts = refusals.map(({ text }) => text)
      throw new AppError('plan_not_available', { plan, refusals: texts }, { message: texts.join(' ') })
    }
    // the free plan bills nothing, so nothing beyond it either
    await store.setPlan(tx, organizationId, plan, plan !== 'free' && before.usage_billing_enabled)
    await audit(tx, { organizationId, details: { plan, before: before.plan } })
  })
  return retrieveBilling(ctx, scope)
}

/** @throws AppError `plan_not_available` on the free plan, `organization_managed_elsewhere` */
export async function changeSpendCap(
  ctx: PlatformContext,
  scope: OrganizationScope,
  { usage_billing_enabled: isBilled }: { usage_billing_enabled: boolean },
  audit: Audit,
): Promise<BillingReport> {
  const { organizationId } = scope
  await ctx.database.transaction(async (tx) => {
    const before = await store.requireBilling(tx, organizationId, true)
    refuseManaged(before)
    if (isBilled && before.plan === 'free') {
      throw new AppError('plan_not_available', { plan: before.plan }, { message: messages.choosePaidPlan })
    }
    await store.setPlan(tx, organizationId, before.plan, isBilled)
    await audit(tx, { organizationId, details: { usage_billing_enabled: isBilled, before: before.usage_billing_enabled } })
  })
  return retrieveBilling(ctx, scope)
}

export async function changeDetails(ctx: PlatformContext, scope: OrganizationScope, details: BillingDetails, audit: Audit): Promise<BillingReport> {
  const { organizationId } = scope
  await ctx.database.transaction(async (tx) => {
    const before = await store.requireBilling(tx, organizationId, true)
    await store.setDetails(tx, organizationId, details)
    await audit(tx, { organizationId, details: { ...details, before: before.details } })
  })
  return retrieveBilling(ctx, scope)
}

function refuseManaged({ managed_by: manager }: store.BillingRow): void {
  if (manager === null) return
  throw new AppError('organization_managed_elsewhere', { managed_by: manager }, { message: messages.managed(manager) })
}

type Used = PlanSituation['used']

async function usedNow(ctx: PlatformContext, { organizationId }: OrganizationScope): Promise<Used> {
  const usages = await retrieveWholeUsage(ctx, organizationId)
  return Object.fromEntries(usages.map(({ metric, usage }) => [metric, usage]))
}

async function situationOf(db: Queryable, { organizationId }: OrganizationScope, row: store.BillingRow, used: Used): Promise<PlanSituation> {
  const { plan, usage_billing_enabled } = row
  return { plan, usage_billing_enabled, projects: await store.listExtras(db, organizationId), used }
}
