import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import type { Sleep, SleepAfter, SleepReport, WakeCause } from '@colonnade/contracts/projects/sleeps'
import { plans } from '@colonnade/contracts/organizations/organizations'
import { isSleepAllowed, sleepAfterMinutes, sleepRules } from '@colonnade/contracts/projects/sleeps'
import { formatBytes } from '../../../lib/bytes.ts'
import { nounOf } from '../../../lib/texts/project-names.ts'
import { sleepWordsCopy } from './messages.ts'

/** "15 minutes", "1 hour", "2.5 days". */
export function durationText(seconds: number): string {
  const [unit, length] =
    seconds < 90
      ? (['second', 1] as const)
      : seconds < 5_400
        ? (['minute', 60] as const)
        : seconds < 129_600
          ? (['hour', 3_600] as const)
          : (['day', 86_400] as const)
  const value = seconds / length
  const count = value < 10 && unit !== 'second' && unit !== 'minute' ? Number(value.toFixed(1)) : Math.round(value)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The changes that end a sleep, by the status each one starts with. */
const changes: Readonly<Record<string, string>> = {
  PAUSING: 'Paused',
  COMING_UP: sleepWordsCopy.restartedResized,
  RESTORING: 'Restored',
  GOING_DOWN: 'Deleted',
  UNHEALTHY: sleepWordsCopy.failedWakeUp,
}

/** Returns why a project can't be suspended now; null when it can. */
export function whyNotPut(
  project: Pick<Project, 'status' | 'sleep' | 'parent_project_ref'>,
  keptAwakeBy: SleepReport['kept_awake_by'],
): string | null {
  const { status, sleep } = project
  if (status !== 'ACTIVE_HEALTHY') return sleepWordsCopy.suspendWhenActive(nounOf(project))
  if (sleep === 'awake') return keptAwakeBy === 'replicas' ? sleepWordsCopy.staysAwakeBecauseHas(nounOf(project)) : null
  return sleep === 'waking' ? sleepWordsCopy.wakingUp : sleepWordsCopy.alreadyAsleep
}

/** Returns what ended a sleep: "Woken up by postgres through the session pooler". */
export function causeText({ kind, what, who }: WakeCause): string {
  switch (kind) {
    case 'connection':
      return what === 'session' || what === 'transaction' ? sleepWordsCopy.pooler[what](who) : sleepWordsCopy.wokenUpDirectConnection
    case 'dashboard':
      return sleepWordsCopy.wokenUpDashboard(who)
    case 'api':
      return sleepWordsCopy.wokenUpThroughApi(who)
    case 'change':
      return changes[what] ?? what
  }
}

/** Returns the seconds a sleep took, until now if it isn't over. */
export function sleptSeconds({ slept_at, woken_at }: Pick<Sleep, 'slept_at' | 'woken_at'>, now: number): number {
  return Math.max(0, ((woken_at === null ? now : Date.parse(woken_at)) - Date.parse(slept_at)) / 1_000)
}

/** Returns the total time asleep and the memory it freed; null before the first sleep. */
export function savingText({ sleeps, asleep_seconds, memory_byte_seconds }: SleepReport['saved']): string | null {
  if (sleeps === 0 || asleep_seconds < 1) return null
  const memory = memory_byte_seconds === 0 ? '' : sleepWordsCopy.freeingMemory(formatBytes(memory_byte_seconds / asleep_seconds))
  return sleepWordsCopy.asleepLast30Days(durationText(asleep_seconds), sleeps, memory)
}

export interface SleepOption {
  readonly value: string
  readonly label: string
}

/** Returns the choices of a plan, and always the current one. */
export function sleepOptions(plan: PlanId, chosen: SleepAfter): SleepOption[] {
  const standard = sleepAfterMinutes(plan, 'plan')
  const minutes = [5, 15, 30, 60, 240, 1_440, ...(typeof chosen === 'number' ? [chosen] : [])]
  const offered: SleepAfter[] = [...new Set(minutes)].sort((a, b) => a - b)
  const choices: SleepAfter[] = [...offered, 'never']
  return [
    { value: 'plan', label: standard === null ? sleepWordsCopy.planDefaultNever : sleepWordsCopy.planDefaultAfter(durationText(standard * 60)) },
    ...choices
      .filter((choice) => choice === chosen || isSleepAllowed(plan, choice))
      .map((choice) => ({
        value: String(choice),
        label: choice === 'never' ? sleepWordsCopy.never : sleepWordsCopy.after(durationText(Number(choice) * 60)),
      })),
  ]
}

/** Returns the choice of an option. */
export function sleepAfterOf(value: string): SleepAfter {
  return value === 'plan' || value === 'never' ? value : Number(value)
}

/** Returns what a plan allows, as a sentence. */
export function ruleText(plan: PlanId): string {
  const { standardMinutes, mostMinutes } = sleepRules[plan]
  const name = plans.find(({ id }) => id === plan)?.name ?? plan
  const most = mostMinutes === null ? sleepWordsCopy.chooseAnyTimeNever : sleepWordsCopy.chooseUp(durationText(mostMinutes * 60))
  const standard = standardMinutes === null ? sleepWordsCopy.staysAwake : sleepWordsCopy.sleepsAfter(durationText(standardMinutes * 60))
  return sleepWordsCopy.plan(name, standard, most)
}
