import { branchSteps, projectSteps, type ProjectEvent, type ProjectStatus } from '@colonnade/contracts/projects/projects'
import { eventLogText } from './messages.ts'

/** Words for the steps that are not part of bringing a project up. */
const otherSteps: Readonly<Record<string, string>> = {
  resize: eventLogText.changingComputeSize,
  restart: eventLogText.restartingPostgres,
  stop: eventLogText.stoppingPostgres,
  destroy: eventLogText.deletingAllData,
  fence: eventLogText.stoppingPrimary,
  promote: eventLogText.promotingReplica,
  rejoin: eventLogText.connectingOtherReplicas,
}

export function stepLabel(step: string): string {
  return [...projectSteps, branchSteps[0]].find(({ id }) => id === step)?.label ?? otherSteps[step] ?? step
}

export interface StepProgress {
  readonly step: string
  readonly label: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly durationMs: number | null
  readonly message: string | null
}

/** Whether a project comes up for the first time, and is not on its way back. */
export function isFirstStart(events: readonly ProjectEvent[]): boolean {
  return !events.some(({ status }) => status === 'ACTIVE_HEALTHY')
}

/** How far a project is on its way up, or back: what happened since that began. */
export function stepProgress(events: readonly ProjectEvent[], status: ProjectStatus, isBranch = false): StepProgress[] {
  const begun = events.findLastIndex((event) => event.kind === 'status' && event.status === status)
  const happened = runsOf(events.slice(begun + 1))
  if (status !== 'COMING_UP' || !isFirstStart(events)) return happened
  return (isBranch ? branchSteps : projectSteps).map(
    ({ id, label }) => happened.findLast(({ step }) => step === id) ?? { step: id, label, state: 'waiting', durationMs: null, message: null },
  )
}

/** Pairs of started and ended become one each. */
function runsOf(events: readonly ProjectEvent[]): StepProgress[] {
  const runs = new Map<string, StepProgress>()
  const startTimes = new Map<string, number>()
  for (const { kind, step, state, at, message } of events) {
    if (kind !== 'step' || step === null || state === null) continue
    const time = Date.parse(at)
    const isOver = state !== 'started'
    if (!isOver) startTimes.set(step, time)
    // the last run of a step stands where it began
    runs.delete(step)
    runs.set(step, {
      step,
      label: stepLabel(step),
      state: isOver ? state : 'running',
      durationMs: isOver ? time - (startTimes.get(step) ?? time) : null,
      message,
    })
  }
  return [...runs.values()]
}

export interface LogEntry {
  readonly id: number
  readonly at: string
  readonly kind: 'status' | 'step'
  readonly status: ProjectStatus
  readonly label: string
  readonly state: 'running' | 'done' | 'failed'
  readonly durationMs: number | null
  readonly message: string | null
}

/** What happened to a project, newest first; a step's start and end are one entry. */
export function eventLog(events: readonly ProjectEvent[]): LogEntry[] {
  const entries: LogEntry[] = []
  const open = new Map<string, number>()
  let shownStatus: ProjectStatus | null = null
  for (const { id, at, kind, status, step, state, message } of events) {
    if (kind === 'status' || step === null || state === null) {
      entries.push({ id, at, kind: 'status', status, label: '', state: 'done', durationMs: null, message })
      shownStatus = status
      continue
    }
    if (state === 'started') {
      open.set(step, entries.length)
      entries.push({ id, at, kind: 'step', status, label: stepLabel(step), state: 'running', durationMs: null, message })
      continue
    }
    const index = open.get(step)
    const started = index === undefined ? undefined : entries[index]
    open.delete(step)
    const entry: LogEntry = {
      id: started?.id ?? id,
      at: started?.at ?? at,
      kind: 'step',
      status,
      label: stepLabel(step),
      state,
      durationMs: started ? Date.parse(at) - Date.parse(started.at) : null,
      message,
    }
    if (index === undefined) entries.push(entry)
    else entries[index] = entry
    // the last step brings the new status with it
    if (status !== shownStatus) entries.push({ id: id + 0.5, at, kind: 'status', status, label: '', state: 'done', durationMs: null, message: null })
    shownStatus = status
  }
  return entries.toReversed()
}
