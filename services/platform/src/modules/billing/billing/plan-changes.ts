import type { PlanChange, PlanRefusal } from '@colonnade/contracts/billing/billing'
import { pitrDaysOf } from '@colonnade/contracts/copies/pitr'
import { backupRules } from '@colonnade/contracts/copies/rules'
import { type PlanId, plans } from '@colonnade/contracts/organizations/organizations'
import { planLimits, type UsageMetric, usageMetrics } from '@colonnade/contracts/organizations/usage-metrics'
import { computes } from '@colonnade/contracts/projects/projects'
import { sleepAfterMinutes, sleepRules } from '@colonnade/contracts/projects/sleeps'
import { unicodeName } from '../../connections/custom-domains/domain-names.ts'
import type { ProjectExtras } from './store.ts'
import { messages } from './messages.ts'

export interface PlanSituation {
  readonly plan: PlanId
  readonly usage_billing_enabled: boolean
  readonly projects: readonly ProjectExtras[]
  /** Of this billing period, in the units of their metrics. */
  readonly used: Readonly<Partial<Record<UsageMetric, number>>>
}

/** Of the longest month: a limit of so many is met by one that is there all the time. */
const monthHours = 744

const nameOf = (plan: PlanId): string => plans.find(({ id }) => id === plan)!.name
const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
const days = (count: number): string => counted(count, 'day')

/** `text` of each of them, or how many they are; branches are no projects. */
function allOf(some: readonly ProjectExtras[], text: (one: ProjectExtras) => string): string {
  if (some.length <= 3) return some.map(text).join(', ')
  const branches = some.filter(({ is_branch: isBranch }) => isBranch).length
  const projects = some.length - branches
  const parts = [...(projects > 0 ? [counted(projects, 'project')] : []), ...(branches > 0 ? [counted(branches, 'branch', 'branches')] : [])]
  return parts.join(' and ')
}

/** Returns what a change of plan means: refusals that must be resolved first, losses, and what stays. */
export function planChange(situation: PlanSituation, to: PlanId): PlanChange {
  return { plan: to, refusals: refusalsOf(situation, to), losses: lossesOf(situation, to), kept: keptOf(situation, to) }
}

function refusalsOf({ projects }: PlanSituation, to: PlanId): PlanRefusal[] {
  const most = pitrDaysOf(to).at(-1) ?? 0
  return projects.flatMap(({ ref, name, pitr_days: pitr, has_dedicated_pooler: hasPooler, custom_domain: domain }) => {
    const refusal = (addon: PlanRefusal['addon'], text: string): PlanRefusal => ({ project_ref: ref, addon, text })
    return [
      ...(hasPooler && to === 'free' ? [refusal('ipv4', messages.refusals.dedicatedPooler(name))] : []),
      ...(domain !== null && to === 'free' ? [refusal('custom_domain', messages.refusals.customDomain(name, unicodeName(domain) ?? domain))] : []),
      ...(pitr !== null && pitr > most ? [refusal('pitr', messages.refusals.pitr(name, days(most), nameOf(to)))] : []),
    ]
  })
}

function lossesOf({ plan, projects, used, usage_billing_enabled: isBilled }: PlanSituation, to: PlanId): string[] {
  const losses: string[] = []
  const [before, after] = [backupRules[plan], backupRules[to]]
  if (after.keptDays < before.keptDays) losses.push(messages.losses.dailyBackups(days(after.keptDays)))
  for (const { name, manual_backups: made } of projects) {
    if (made > after.manualMost) {
      losses.push(messages.losses.manualBackups(name, made, after.manualMost))
    }
  }
  const awake = projects.filter(({ sleep_after_minutes: minutes }) => {
    const chosen = minutes === null ? 'plan' : minutes === 0 ? 'never' : minutes
    const [now, then] = [sleepAfterMinutes(plan, chosen), sleepAfterMinutes(to, chosen)]
    return then !== null && (now === null || then < now)
  })
  if (awake.length > 0) {
    const { mostMinutes, standardMinutes } = sleepRules[to]
    const names = allOf(awake, ({ name }) => name)
    losses.push(messages.losses.sleep(names, mostMinutes, standardMinutes))
  }
  for (const { id, name, unit } of usageMetrics) {
    const { freeUnits, isCapped } = planLimits[id][to]
    if (isCapped && freeUnits !== null && (used[id] ?? 0) > freeUnits) {
      const included = { bytes: `${Math.round(freeUnits / 1024 ** 3)} GB`, hours: `${freeUnits} hours`, count: freeUnits.toLocaleString('en') }[unit]
      losses.push(messages.losses.usage(name, included, nameOf(to)))
    }
  }
  if (isBilled && to === 'free') losses.push(messages.losses.spendCap)
  return losses
}

/** Returns what a smaller plan keeps although people might expect to lose it. */
function keptOf({ plan, projects }: PlanSituation, to: PlanId): string[] {
  if (plans.findIndex(({ id }) => id === to) > plans.findIndex(({ id }) => id === plan)) return []
  const kept: string[] = []
  const sized = projects.filter(({ compute }) => compute !== computes[0].id)
  if (sized.length > 0) {
    const sizes = allOf(sized, ({ name, compute }) => `${name} (${computes.find(({ id }) => id === compute)!.name})`)
    kept.push(messages.kept.sizes(sizes, to === 'free'))
  }
  const copied = projects.filter(({ replicas }) => replicas > 0)
  if (copied.length > 0) {
    const { freeUnits } = planLimits.read_replicas[to]
    const names = allOf(copied, ({ name, replicas }) => `${name} (${replicas})`)
    const { replicas: stay, replicasWithin: stayWithin } = messages.kept
    kept.push(freeUnits === null ? stay(names) : stayWithin(names, nameOf(to), freeUnits, freeUnits / monthHours))
  }
  return kept
}
