import { z } from 'zod'
import { AddonType } from '../projects/addons.ts'
import { get, put, resource } from '../foundation/endpoint.ts'
import { Email, Name, Text } from '../foundation/values.ts'
import { PlanId } from '../organizations/organizations.ts'

const Cents = z.number().int()

/** Most recipients of invoices. */
export const billingEmailsMost = 10

export const BillingDetails = z.object({
  emails: z
    .array(Email)
    .max(billingEmailsMost, `Enter at most ${billingEmailsMost} addresses`)
    .transform((emails) => [...new Set(emails)]),
  /** The name on invoices; null for the organization's name. */
  name: Name.nullable(),
  address: Text(500).nullable(),
  tax_id: Name.max(50, 'Use at most 50 characters').nullable(),
})
export type BillingDetails = z.infer<typeof BillingDetails>

/** An add-on of a project and its monthly price. */
export const BilledAddon = z.object({
  project_ref: z.string(),
  project_name: z.string(),
  type: AddonType,
  name: z.string(),
  monthly_cents: Cents,
})
export type BilledAddon = z.infer<typeof BilledAddon>

/** An add-on that a plan doesn't include. It must be removed before a change to that plan. */
export const PlanRefusal = z.object({
  project_ref: z.string(),
  addon: AddonType,
  /** What to do first, and why. */
  text: z.string(),
})
export type PlanRefusal = z.infer<typeof PlanRefusal>

/** Effects of a change to a plan. */
export const PlanChange = z.object({
  plan: PlanId,
  /** Why the change isn't possible. */
  refusals: z.array(PlanRefusal),
  /** What the organization would lose or exceed. */
  losses: z.array(z.string()),
  /** What stays available although the smaller plan includes less. */
  kept: z.array(z.string()),
})
export type PlanChange = z.infer<typeof PlanChange>

export const BillingReport = z.object({
  plan: PlanId,
  /** False while the spend cap is on: usage beyond the plan is not billed. */
  usage_billing_enabled: z.boolean(),
  /** The marketplace that manages the plan; null if it is managed here. */
  managed_by: z.string().nullable(),
  /** The payment provider; null if invoices are paid as agreed with the installation's owner. */
  payment_provider: z.enum(['stripe']).nullable(),
  /** ISO 4217 */
  currency: z.string(),
  details: BillingDetails,
  addons: z.array(BilledAddon),
  /** Changes to each of the other plans. */
  changes: z.array(PlanChange),
})
export type BillingReport = z.infer<typeof BillingReport>

const manage = { auth: 'user', permission: 'billing:manage', reply: BillingReport } as const

/** Plans, and what a month of each costs in whole cents; null: as agreed. */
export const PlanPriceList = z.object({
  /** ISO 4217 */
  currency: z.string(),
  plans: z.array(z.object({ id: PlanId, name: z.string(), monthly_cents: Cents.nullable() })),
})
export type PlanPriceList = z.infer<typeof PlanPriceList>

/** What every organization can be created with or change to. */
export const planPriceList = resource('/platform/plans', {
  list: get('/', {
    auth: 'user',
    tokens: 'any',
    summary: 'List plans with their prices',
    reply: PlanPriceList,
  }),
})

export const billing = resource('/platform/organizations/{slug}/billing', {
  retrieve: get('/', { ...manage, summary: 'Retrieve plan, add-ons and billing details, and the effects of other plans' }),
  changePlan: put('/plan', {
    ...manage,
    summary: 'Change the plan. Takes effect at once',
    audit: 'organization.plan_changed',
    body: z.object({ plan: PlanId }),
    errors: ['plan_not_available', 'organization_managed_elsewhere'],
  }),
  changeSpendCap: put('/spend-cap', {
    ...manage,
    summary: 'Turn the spend cap on or off',
    audit: 'organization.spend_cap_changed',
    body: z.object({ usage_billing_enabled: z.boolean() }),
    errors: ['plan_not_available', 'organization_managed_elsewhere'],
  }),
  changeDetails: put('/details', {
    ...manage,
    summary: 'Update the recipients and details of invoices',
    audit: 'organization.billing_details_changed',
    body: BillingDetails,
  }),
})
