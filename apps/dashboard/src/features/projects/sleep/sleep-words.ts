import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import type { Sleep, SleepAfter, SleepReport, WakeCause } from '@colonnade/contracts/projects/sleeps'
import { plans } from '@colonnade/contracts/organizations/organizations'
import { isSleepAllowed, sleepAfterMinutes, sleepRules } from '@colonnade/contracts/projects/sleeps'
import { formatBytes } from '../../../lib/bytes.ts'
import { nounOf } from '../../../lib/texts/project-names.ts'

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

const connections: Readonly<Record<string, string>> = {
  session: 'through the session pooler',
  transaction: 'through the transaction pooler',
}

/** The wishes that end a sleep, by the status that each begins with. */
const changes: Readonly<Record<string, string>> = {
  PAUSING: 'Paused',
  COMING_UP: 'Restarted or resized',
  RESTORING: 'Restored',
  GOING_DOWN: 'Deleted',
  UNHEALTHY: 'Could not be woken',
}

/** Why a project can not be put to sleep now; null where it can. */
export function whyNotPut(
  project: Pick<Project, 'status' | 'sleep' | 'parent_project_ref'>,
  keptAwakeBy: SleepReport['kept_awake_by'],
): string | null {
  const { status, sleep } = project
  if (status !== 'ACTIVE_HEALTHY') return `It can be put to sleep while the ${nounOf(project)} is active.`
  if (sleep === 'awake') return keptAwakeBy === 'replicas' ? `Its read replicas keep this ${nounOf(project)} awake.` : null
  return sleep === 'waking' ? 'It is waking up.' : 'It sleeps already.'
}

/** What ended a sleep: "Woken by a connection of postgres through the session pooler". */
export function causeText({ kind, what, who }: WakeCause): string {
  switch (kind) {
    case 'connection':
      return connections[what] === undefined ? 'Woken by a direct connection' : `Woken by a connection of ${who ?? 'a role'} ${connections[what]}`
    case 'dashboard':
      return `Woken by ${who ?? 'somebody'}, in the dashboard`
    case 'api':
      return `Woken by ${who ?? 'somebody'}, through the API`
    case 'change':
      return changes[what] ?? what
  }
}

/** How long one sleep was, or has been until now. */
export function sleptSeconds({ slept_at, woken_at }: Pick<Sleep, 'slept_at' | 'woken_at'>, now: number): number {
  return Math.max(0, ((woken_at === null ? now : Date.parse(woken_at)) - Date.parse(slept_at)) / 1_000)
}

/** What all remembered sleeps saved; null before the first. */
export function savingText({ sleeps, asleep_seconds, memory_byte_seconds }: SleepReport['saved']): string | null {
  if (sleeps === 0 || asleep_seconds < 1) return null
  const times = sleeps === 1 ? 'one sleep' : `${sleeps} sleeps`
  const memory = memory_byte_seconds === 0 ? '' : `, which left ${formatBytes(memory_byte_seconds / asleep_seconds)} of memory to others meanwhile`
  return `Asleep for ${durationText(asleep_seconds)} of the last 30 days in ${times}${memory}.`
}

export interface SleepOption {
  readonly value: string
  readonly label: string
}

/** What can be chosen on a plan, and what is chosen whatever that is. */
export function sleepOptions(plan: PlanId, chosen: SleepAfter): SleepOption[] {
  const standard = sleepAfterMinutes(plan, 'plan')
  const minutes = [5, 15, 30, 60, 240, 1_440, ...(typeof chosen === 'number' ? [chosen] : [])]
  const offered: SleepAfter[] = [...new Set(minutes)].sort((a, b) => a - b)
  const choices: SleepAfter[] = [...offered, 'never']
  return [
    { value: 'plan', label: standard === null ? 'As the plan: never' : `As the plan: after ${durationText(standard * 60)}` },
    ...choices
      .filter((choice) => choice === chosen || isSleepAllowed(plan, choice))
      .map((choice) => ({ value: String(choice), label: choice === 'never' ? 'Never' : `After ${durationText(Number(choice) * 60)}` })),
  ]
}

/** The choice behind an option. */
export function sleepAfterOf(value: string): SleepAfter {
  return value === 'plan' || value === 'never' ? value : Number(value)
}

/** What a plan allows, as a sentence. */
export function ruleText(plan: PlanId): string {
  const { standardMinutes, mostMinutes } = sleepRules[plan]
  const name = plans.find(({ id }) => id === plan)?.name ?? plan
  const most = mostMinutes === null ? 'any time, or never, can be chosen' : `${durationText(mostMinutes * 60)} can be chosen at most`
  const standard =
    standardMinutes === null
      ? 'projects stay awake unless one chooses otherwise'
      : `projects sleep after ${durationText(standardMinutes * 60)} without use`
  return `On the ${name} plan, ${standard}; ${most}.`
}
