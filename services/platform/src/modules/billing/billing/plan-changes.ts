import type { PlanChange, PlanRefusal } from '@colonnade/contracts/billing/billing'
import { pitrDaysOf } from '@colonnade/contracts/copies/pitr'
import { backupRules } from '@colonnade/contracts/copies/rules'
import { type PlanId, plans } from '@colonnade/contracts/organizations/organizations'
import { planLimits, type UsageMetric, usageMetrics } from '@colonnade/contracts/organizations/usage-metrics'
import { computes } from '@colonnade/contracts/projects/projects'
import { sleepAfterMinutes, sleepRules } from '@colonnade/contracts/projects/sleeps'
import { unicodeName } from '../../connections/custom-domains/domain-names.ts'
import type { ProjectExtras } from './store.ts'

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

/** What a change to a plan would mean: what the platform enforces is to be given up first, the rest is named. */
export function planChange(situation: PlanSituation, to: PlanId): PlanChange {
  return { plan: to, refusals: refusalsOf(situation, to), losses: lossesOf(situation, to), kept: keptOf(situation, to) }
}

function refusalsOf({ projects }: PlanSituation, to: PlanId): PlanRefusal[] {
  const most = pitrDaysOf(to).at(-1) ?? 0
  return projects.flatMap(({ ref, name, pitr_days: pitr, has_dedicated_pooler: hasPooler, custom_domain: domain }) => {
    const refusal = (addon: PlanRefusal['addon'], text: string): PlanRefusal => ({ project_ref: ref, addon, text })
    return [
      ...(hasPooler && to === 'free' ? [refusal('ipv4', `Take the dedicated pooler away from ${name}: the Free plan uses the shared one`)] : []),
      ...(domain !== null && to === 'free'
        ? [refusal('custom_domain', `Take the domain ${unicodeName(domain) ?? domain} away from ${name}: the Free plan has none`)]
        : []),
      ...(pitr !== null && pitr > most
        ? [refusal('pitr', `Turn point-in-time recovery of ${name} off, or shorten it to ${days(most)}: the ${nameOf(to)} plan keeps no more`)]
        : []),
    ]
  })
}

function lossesOf({ plan, projects, used, usage_billing_enabled: isBilled }: PlanSituation, to: PlanId): string[] {
  const losses: string[] = []
  const [before, after] = [backupRules[plan], backupRules[to]]
  if (after.keptDays < before.keptDays) losses.push(`Daily backups that are older than ${days(after.keptDays)} are removed`)
  for (const { name, manual_backups: made } of projects) {
    if (made > after.manualMost) {
      losses.push(`${name} has ${made} backups made by hand, and may have ${after.manualMost}: they stay, but no more can be made`)
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
    losses.push(`${names}: asleep after at most ${mostMinutes} minutes without use, and after ${standardMinutes} where nothing is chosen`)
  }
  for (const { id, name, unit } of usageMetrics) {
    const { freeUnits, isCapped } = planLimits[id][to]
    if (isCapped && freeUnits !== null && (used[id] ?? 0) > freeUnits) {
      const included = { bytes: `${Math.round(freeUnits / 1024 ** 3)} GB`, hours: `${freeUnits} hours`, count: freeUnits.toLocaleString('en') }[unit]
      losses.push(`${name}: this month is beyond the ${included} that the ${nameOf(to)} plan includes`)
    }
  }
  if (isBilled && to === 'free') losses.push('The spend cap is on: the Free plan bills nothing')
  return losses
}

/** What a smaller plan might be thought to take, and does not. */
function keptOf({ plan, projects }: PlanSituation, to: PlanId): string[] {
  if (plans.findIndex(({ id }) => id === to) > plans.findIndex(({ id }) => id === plan)) return []
  const kept: string[] = []
  const sized = projects.filter(({ compute }) => compute !== computes[0].id)
  if (sized.length > 0) {
    const sizes = allOf(sized, ({ name, compute }) => `${name} (${computes.find(({ id }) => id === compute)!.name})`)
    kept.push(`Compute sizes stay: ${sizes}${to === 'free' ? '. The Free plan bills nothing for them' : ''}`)
  }
  const copied = projects.filter(({ replicas }) => replicas > 0)
  if (copied.length > 0) {
    const { freeUnits } = planLimits.read_replicas[to]
    const included = freeUnits === null ? '' : `. The ${nameOf(to)} plan includes ${freeUnits} hours a month: ${freeUnits / monthHours} all the time`
    kept.push(`Read replicas stay: ${allOf(copied, ({ name, replicas }) => `${name} (${replicas})`)}${included}`)
  }
  return kept
}
