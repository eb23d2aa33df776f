import { z } from 'zod'
import { AddonType } from '../projects/addons.ts'
import { get, put, resource } from '../foundation/endpoint.ts'
import { Email, Name, Text } from '../foundation/values.ts'
import { PlanId } from '../organizations/organizations.ts'

const Cents = z.number().int()

/** Most addresses that invoices go to. */
export const billingEmailsMost = 10

export const BillingDetails = z.object({
  emails: z
    .array(Email)
    .max(billingEmailsMost, `Give at most ${billingEmailsMost} addresses`)
    .transform((emails) => [...new Set(emails)]),
  /** What invoices are made out to; the organization's name when it is null. */
  name: Name.nullable(),
  address: Text(500).nullable(),
  tax_id: Name.max(50, 'Use at most 50 characters').nullable(),
})
export type BillingDetails = z.infer<typeof BillingDetails>

/** An add-on that a project has, and what a month of it costs. */
export const BilledAddon = z.object({
  project_ref: z.string(),
  project_name: z.string(),
  type: AddonType,
  name: z.string(),
  monthly_cents: Cents,
})
export type BilledAddon = z.infer<typeof BilledAddon>

/** An add-on that a plan does not have, and that is to be given up before it is changed to. */
export const PlanRefusal = z.object({
  project_ref: z.string(),
  addon: AddonType,
  /** What to do first, and why. */
  text: z.string(),
})
export type PlanRefusal = z.infer<typeof PlanRefusal>

/** What a change to a plan would mean. */
export const PlanChange = z.object({
  plan: PlanId,
  /** Why it can not be made. */
  refusals: z.array(PlanRefusal),
  /** What would be lost or exceeded. */
  losses: z.array(z.string()),
  /** What stays although a smaller plan has less. */
  kept: z.array(z.string()),
})
export type PlanChange = z.infer<typeof PlanChange>

export const BillingReport = z.object({
  plan: PlanId,
  /** Without it the spend cap is on: nothing beyond the plan is billed. */
  usage_billing_enabled: z.boolean(),
  /** By whom the plan is managed instead; null: here. */
  managed_by: z.string().nullable(),
  /** Takes cards and charges them; null: invoices are paid as agreed with the owner of the installation. */
  payment_provider: z.enum(['stripe']).nullable(),
  /** ISO 4217 */
  currency: z.string(),
  details: BillingDetails,
  addons: z.array(BilledAddon),
  /** To each of the other plans. */
  changes: z.array(PlanChange),
})
export type BillingReport = z.infer<typeof BillingReport>

const manage = { auth: 'user', permission: 'billing:manage', reply: BillingReport } as const

export const billing = resource('/platform/organizations/{slug}/billing', {
  retrieve: get('/', { ...manage, summary: 'Plan, add-ons and billing details of an organization, and what other plans would mean' }),
  changePlan: put('/plan', {
    ...manage,
    summary: 'Change the plan; it takes effect at once',
    audit: 'organization.plan_changed',
    body: z.object({ plan: PlanId }),
    errors: ['plan_not_available', 'organization_managed_elsewhere'],
  }),
  changeSpendCap: put('/spend-cap', {
    ...manage,
    summary: 'Bill what is used beyond the plan, or do not',
    audit: 'organization.spend_cap_changed',
    body: z.object({ usage_billing_enabled: z.boolean() }),
    errors: ['plan_not_available', 'organization_managed_elsewhere'],
  }),
  changeDetails: put('/details', {
    ...manage,
    summary: 'Change who gets invoices, and what is written on them',
    audit: 'organization.billing_details_changed',
    body: BillingDetails,
  }),
})
