import { z } from 'zod'
import { get, put, resource } from '../foundation/endpoint.ts'

/** Spec §3. */
export const addonTypes = ['compute_instance', 'pitr', 'custom_domain', 'ipv4'] as const
export const AddonType = z.enum(addonTypes)
export type AddonType = z.infer<typeof AddonType>

/** CHANGING until the new variant is active, REMOVING until it is off; FAILING: it can't be applied. */
export const addonStates = ['READY', 'CHANGING', 'REMOVING', 'FAILING'] as const
export type AddonState = (typeof addonStates)[number]

/** An add-on of a project. */
export const Addon = z.object({
  type: AddonType,
  variant: z.object({ identifier: z.string(), name: z.string() }),
  state: z.enum(addonStates),
  /** Why it is FAILING. */
  problem: z.string().nullable(),
})
export type Addon = z.infer<typeof Addon>

/** An available add-on of this installation. */
export const AddonOffer = z.object({
  type: AddonType,
  variants: z.array(
    z.object({
      identifier: z.string(),
      name: z.string(),
      /** Monthly price on a paid plan; for a compute size, always awake. The Free plan isn't billed. */
      monthly_cents: z.number().int().min(0),
      /** Why it isn't available to the project; null if it is. */
      refusal: z.string().nullable(),
    }),
  ),
})
export type AddonOffer = z.infer<typeof AddonOffer>

export const AddonReport = z.object({
  selected_addons: z.array(Addon),
  available_addons: z.array(AddonOffer),
  /** Currency of the prices (ISO 4217). */
  currency: z.string(),
})
export type AddonReport = z.infer<typeof AddonReport>

export const addons = resource('/platform/projects/{ref}/billing/addons', {
  list: get('/', {
    summary: 'List active and available add-ons',
    auth: 'user',
    permission: 'projects:read',
    reply: AddonReport,
  }),
  choose: put('/', {
    summary: 'Set the variant of an add-on, or remove it. Applied in the background',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.addon_changed',
    // null means the smallest compute size, or no add-on for the other types
    body: z.object({ type: AddonType, variant: z.string().nullable() }),
    needs: 'machine',
    reply: AddonReport,
    errors: ['addon_not_available', 'project_busy', 'project_wake_failed'],
  }),
})
