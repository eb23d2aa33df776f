import { computePrices, customDomainPrice, dedicatedPoolerPrice, pitrPrices } from '@colonnade/contracts/billing/prices'
import { pitrDays } from '@colonnade/contracts/copies/pitr'
import type { Addon, AddonOffer, AddonReport, AddonState, AddonType } from '@colonnade/contracts/projects/addons'
import { type Compute, computes, type ProjectStatus } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { chooseDomain, domainAddon, domainRefusal } from '../../connections/custom-domains/service.ts'
import { changePitr, reportPitr } from '../../copies/backups/pitr/service.ts'
import { refusalOf, requestDedicated } from '../../connections/dedicated-poolers/service.ts'
import { findPooler } from '../../connections/dedicated-poolers/store.ts'
import { resizeProject } from '../projects/service.ts'
import { retrieveProject } from '../projects/store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

/** The compute size of every project without an add-on. */
const smallest = computes[0].id

const computeVariant = (id: Compute) => ({ identifier: `ci_${id}`, name: computes.find((each) => each.id === id)!.name })
const pitrVariant = (days: number) => ({ identifier: `pitr_${days}`, name: messages.days(days) })
const domainVariant = { identifier: 'cd_default', name: messages.customDomain }
const ipv4Variant = { identifier: 'ipv4_default', name: messages.dedicatedPooler }

/** Returns a project’s add-ons, and those it can have. */
export async function listAddons(ctx: Context, { ref }: ProjectScope): Promise<AddonReport> {
  const { database, clock } = ctx
  const { compute, status, problem } = await retrieveProject(database, ref)
  const { pitr, pitr_days } = await reportPitr(database, ref, clock.now())
  const pooler = await findPooler(database, ref)
  const selected: Addon[] = []
  const computeState = computeStates[status] ?? 'READY'
  // the smallest size is listed only while the project changes to it
  if (compute !== smallest || computeState === 'CHANGING') {
    selected.push({ type: 'compute_instance', variant: computeVariant(compute), state: computeState, problem: problem?.message ?? null })
  }
  if (pitr !== null) {
    const state = { ON: 'READY', TURNING_ON: 'CHANGING', TURNING_OFF: 'REMOVING', FAILING: 'FAILING' } as const
    selected.push({ type: 'pitr', variant: pitrVariant(pitr.days), state: state[pitr.state], problem: pitr.problem })
  }
  const domain = await domainAddon(ctx, database, ref)
  if (domain !== undefined) {
    const { name, ...state } = domain
    selected.push({ type: 'custom_domain', variant: { ...domainVariant, name }, ...state })
  }
  if (pooler !== undefined) {
    const state = { ON: 'READY', TURNING_ON: 'CHANGING', FAILED: 'FAILING' } as const
    selected.push({ type: 'ipv4', variant: ipv4Variant, state: pooler.is_wanted ? state[pooler.state] : 'REMOVING', problem: pooler.problem })
  }
  const offers: AddonOffer[] = [
    { type: 'compute_instance', variants: computes.map(({ id }) => ({ ...computeVariant(id), monthly_cents: computePrices[id], refusal: null })) },
    {
      type: 'pitr',
      variants: pitrDays.map((days) => ({ ...pitrVariant(days), monthly_cents: pitrPrices[days] ?? 0, refusal: pitrRefusal(days, pitr_days) })),
    },
    { type: 'custom_domain', variants: [{ ...domainVariant, monthly_cents: customDomainPrice, refusal: await domainRefusal(ctx, database, ref) }] },
    { type: 'ipv4', variants: [{ ...ipv4Variant, monthly_cents: dedicatedPoolerPrice, refusal: await refusalOf(ctx, database, ref) }] },
  ]
  return { selected_addons: selected, available_addons: offers, currency: ctx.config.currency }
}

/** The state of a chosen compute size. A stopped project uses it from its next start. */
const computeStates: Partial<Readonly<Record<ProjectStatus, AddonState>>> = {
  COMING_UP: 'CHANGING',
  RESTORING: 'CHANGING',
  UPGRADING: 'CHANGING',
  UNHEALTHY: 'FAILING',
  INIT_FAILED: 'FAILING',
}

function pitrRefusal(days: number, allowed: readonly number[]): string | null {
  if (allowed.includes(days)) return null
  const most = allowed.at(-1)
  return most === undefined ? messages.branchPitr : messages.planPitr(most)
}

/**
 * Requests an add-on, as the page of each would. A dedicated pooler listens once this returns.
 *
 * @throws AppError `addon_not_available` with the reason, `invalid_input` for an unknown variant, `project_busy`
 */
export async function chooseAddon(
  ctx: Context,
  scope: ProjectScope,
  { type, variant }: { readonly type: AddonType; readonly variant: string | null },
  audit: Audit,
): Promise<AddonReport> {
  const { available_addons: offers } = await listAddons(ctx, scope)
  const offer = offers.find((each) => each.type === type)
  if (!offer) throw new AppError('addon_not_available', { type }, { message: messages.notOffered })
  const chosen = offer.variants.find(({ identifier }) => identifier === variant)
  if (variant !== null && !chosen) {
    const message = messages.unknownVariant(offer.variants.map(({ identifier }) => identifier).join(', '))
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'variant'], message }] }, { message })
  }
  const refusal = chosen?.refusal ?? null
  if (refusal !== null) throw new AppError('addon_not_available', { type, variant }, { message: refusal })
  const named: Audit = (tx, target) => audit(tx, { ...target, details: { ...target.details, type, variant } })
  await change[offer.type]?.(ctx, scope, variant, named)
  return listAddons(ctx, scope)
}

type Change = (ctx: Context, scope: ProjectScope, variant: string | null, audit: Audit) => Promise<unknown>

const change: Partial<Readonly<Record<AddonType, Change>>> = {
  compute_instance: (ctx, scope, variant, audit) =>
    resizeProject(ctx, scope, { compute: computes.find(({ id }) => computeVariant(id).identifier === variant)?.id ?? smallest }, audit),
  pitr: (ctx, scope, variant, audit) =>
    changePitr(ctx, scope, { days: pitrDays.find((days) => pitrVariant(days).identifier === variant) ?? null }, audit),
  custom_domain: (ctx, scope, variant, audit) => chooseDomain(ctx, scope, variant !== null, audit),
  ipv4: (ctx, scope, variant, audit) => requestDedicated(ctx, scope, variant !== null, audit),
}
