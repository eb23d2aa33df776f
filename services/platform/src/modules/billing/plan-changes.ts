import {
  backupRules,
  pitrDaysOf,
  type PlanChange,
  type PlanId,
  planLimits,
  plans,
  sleepAfterMinutes,
  sleepRules,
  type UsageMetric,
  usageMetrics,
} from '@colonnade/contracts'
import type { ProjectExtras } from './store.ts'

export interface PlanSituation {
  readonly plan: PlanId
  readonly usage_billing_enabled: boolean
  readonly projects: readonly ProjectExtras[]
  /** Of this billing period, in the units of their metrics. */
  readonly used: Readonly<Partial<Record<UsageMetric, number>>>
}

const nameOf = (plan: PlanId): string => plans.find(({ id }) => id === plan)!.name
const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** What a change to a plan would mean: what the platform enforces is to be given up first, the rest is named. */
export function planChange(situation: PlanSituation, to: PlanId): PlanChange {
  return { plan: to, refusals: refusalsOf(situation, to), losses: lossesOf(situation, to) }
}

function refusalsOf({ projects }: PlanSituation, to: PlanId): string[] {
  const most = pitrDaysOf(to).at(-1) ?? 0
  return projects.flatMap(({ name, pitr_days: pitr, has_dedicated_pooler: hasPooler, custom_domain: domain }) => [
    ...(hasPooler && to === 'free' ? [`Take the dedicated pooler away from ${name}: the Free plan uses the shared one`] : []),
    ...(domain !== null && to === 'free' ? [`Take the domain ${domain} away from ${name}: the Free plan has none`] : []),
    ...(pitr !== null && pitr > most
      ? [`Turn point-in-time recovery of ${name} off, or shorten it to ${days(most)}: the ${nameOf(to)} plan keeps no more`]
      : []),
  ])
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
    const names = awake.length <= 3 ? awake.map(({ name }) => name).join(', ') : `${awake.length} projects`
    losses.push(`${names}: asleep after at most ${mostMinutes} minutes without use, and after ${standardMinutes} where nothing is chosen`)
  }
  for (const { id, name, unit } of usageMetrics) {
    const { freeUnits, isCapped } = planLimits[id][to]
    if (isCapped && freeUnits !== null && (used[id] ?? 0) > freeUnits) {
      const included = unit === 'bytes' ? `${Math.round(freeUnits / 1024 ** 3)} GB` : `${freeUnits} hours`
      losses.push(`${name}: this month is beyond the ${included} that the ${nameOf(to)} plan includes`)
    }
  }
  if (isBilled && to === 'free') losses.push('The spend cap is on: the Free plan bills nothing')
  return losses
}
