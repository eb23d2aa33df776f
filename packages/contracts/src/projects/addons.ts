import { z } from 'zod'
import { get, put, resource } from '../foundation/endpoint.ts'

/** Spec §3. */
export const addonTypes = ['compute_instance', 'pitr', 'custom_domain', 'ipv4'] as const
export const AddonType = z.enum(addonTypes)
export type AddonType = z.infer<typeof AddonType>

/** CHANGING until what was chosen holds, REMOVING until it is gone; FAILING: it should hold and does not. */
export const addonStates = ['READY', 'CHANGING', 'REMOVING', 'FAILING'] as const
export type AddonState = (typeof addonStates)[number]

/** One that the project has. */
export const Addon = z.object({
  type: AddonType,
  variant: z.object({ identifier: z.string(), name: z.string() }),
  state: z.enum(addonStates),
  /** Why it is FAILING. */
  problem: z.string().nullable(),
})
export type Addon = z.infer<typeof Addon>

/** One that there is in this installation, whether the project has it or not. */
export const AddonOffer = z.object({
  type: AddonType,
  variants: z.array(
    z.object({
      identifier: z.string(),
      name: z.string(),
      /** A month of it on a paid plan, of a compute size awake all the time: the Free plan bills nothing. */
      monthly_cents: z.number().int().min(0),
      /** Why the project can not have it; null where it can. */
      refusal: z.string().nullable(),
    }),
  ),
})
export type AddonOffer = z.infer<typeof AddonOffer>

export const AddonReport = z.object({
  selected_addons: z.array(Addon),
  available_addons: z.array(AddonOffer),
  /** Of the prices; ISO 4217 */
  currency: z.string(),
})
export type AddonReport = z.infer<typeof AddonReport>

export const addons = resource('/platform/projects/{ref}/billing/addons', {
  list: get('/', {
    summary: 'Add-ons of the project: those it has, and those it may have',
    auth: 'user',
    permission: 'projects:read',
    reply: AddonReport,
  }),
  choose: put('/', {
    summary: 'Give the project a variant of an add-on, or take the add-on away; answers when that is under way',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.addon_changed',
    // null: the smallest compute size, and of the others none
    body: z.object({ type: AddonType, variant: z.string().nullable() }),
    needs: 'machine',
    reply: AddonReport,
    errors: ['addon_not_available', 'project_busy', 'project_wake_failed'],
  }),
})
