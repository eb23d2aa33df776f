import type { Fleet, Mark } from '@colonnade/clusters'
import { AppError, type Clock, type ErrorCode, type Failpoint, isAppError, type Logger } from '@colonnade/core'
import type { Database, Queryable } from '@colonnade/pg'
import { insertForMembers } from '../../../installation/notifications/store.ts'
import type { Offsite } from '../../offsite/offsite.ts'
import { settleIncidents } from '../../../projects/project-health/incidents.ts'
import { listContinued } from '../../../projects/projects/promotions/store.ts'
import { isUpToNow, type Known, leadsOf, lostOf, type LostRange, neededOf, rangesOf } from './ranges.ts'
import * as store from './store.ts'
import { noticeText, pitrMessages } from '../messages.ts'

export interface WindowParts {
  readonly database: Database
  readonly clusters: Fleet
  readonly clock: Clock
  readonly logger: Logger
  readonly failpoint: Failpoint
  readonly offsite: Pick<Offsite, 'putBackNeededWal'>
  /** Starts a requested backup. */
  readonly kickBackup: (id: string) => void
}

/**
 * Updates a project's recovery window: adds a mark if something was written since the last one, computes the ranges from the archived WAL, requests a
 * backup
 * if none covers the present, and removes WAL and backups outside the window. It's safe to interrupt.
 */
export async function reconcileWindow(parts: WindowParts, ref: string, signal: AbortSignal): Promise<void> {
  const { database, clusters, clock, failpoint } = parts
  const window = await store.loadWindow(database, ref)
  if (window === undefined) return
  if (!window.is_wanted) return turnOff(parts, window)
  const windowStart = clock.now() - window.days * 86_400_000
  const marked = await bringUp(parts, window)
  await failpoint('pitr.mark.after')
  const { known, leads, isAllBack } = await readLeads(parts, ref, signal)
  const leading = neededOf(known.bases, leads, windowStart)
  // without the missing files the needed set is unknown, and an unneeded backup also loses its off-site copies
  const needed = isAllBack ? leading : known.bases.filter((base) => leading.includes(base) || window.bases.includes(base.id))
  const isWhole = known.marks.length > 0 && isUpToNow(leads, known)
  // a backup was deleted, or is known to be damaged: no WAL is missing
  const isBaseGone = window.bases.some((id) => !known.bases.some((base) => base.id === id))
  const hasBeenOn = window.has_been_on && !(isBaseGone && !isWhole)
  const found = marked === 'unseen' ? null : judge(marked, isWhole, hasBeenOn)
  const isGap = marked === 'fine' && !isWhole && hasBeenOn
  const ranges = rangesOf(leads, windowStart)
  const lost = isBaseGone || !isAllBack ? [] : lostOf(window.ranges, ranges, windowStart)
  await database.transaction(async (tx) => {
    await store.recordLook(tx, ref, { ranges, needed, found, isRestarted: window.has_been_on && !hasBeenOn })
    if (lost.length > 0) await notifyLoss(tx, window, lost)
  })
  if (found !== null) await notifyFault(parts, window, marked === 'fine' ? null : found.problem, isGap)
  await failpoint('pitr.forget.before')
  await clusters.need(ref, 'backups').forgetWal(
    ref,
    needed.map(({ stopLsn }) => stopLsn),
  )
  await store.recordKept(database, ref, await clusters.need(ref, 'backups').measureWal(ref))
  await store.pruneMarks(database, ref, new Date(windowStart))
  if (marked === 'fine' && !isWhole) {
    const id = await store.insertBase(database, ref)
    if (id !== undefined) parts.kickBackup(id)
  }
}

/** Restores missing WAL from off-site copies where possible, and returns the known state with the times that can be recovered from it. */
export async function readLeads(
  { database, clusters, offsite }: Pick<WindowParts, 'database' | 'clusters' | 'offsite'>,
  ref: string,
  signal?: AbortSignal,
) {
  const [window, bases, kept] = [await store.loadWindow(database, ref), await store.listBases(database, ref), await store.listMarks(database, ref)]
  const needed = bases.filter(({ id }) => window?.bases.includes(id)).map(({ stopLsn }) => stopLsn)
  const isAllBack = needed.length === 0 || (await offsite.putBackNeededWal(ref, needed, signal))
  const reach = await clusters.need(ref, 'backups').reach(ref, bases, window === undefined ? [] : [...window.broken, ...window.damaged])
  const continued = await listContinued(database, ref)
  const quiet = new Map(kept.flatMap(({ mark, quietUntil }) => (quietUntil === null ? [] : [[mark, quietUntil] as const])))
  const known: Known = { bases, marks: kept.map(({ mark }) => mark), reach, quiet, continued }
  return { known, leads: leadsOf(known), isAllBack }
}

/** `unseen`: the server is stopped, or didn't respond. */
type Marked = 'fine' | 'unseen' | { readonly fault: string; readonly free: number }

async function bringUp(parts: WindowParts, { ref, snapshot }: store.WindowRow): Promise<Marked> {
  const { database, clusters, failpoint, logger } = parts
  const isRunning = async (): Promise<boolean> => (await clusters.status(ref)).state === 'running'
  if (!(await isRunning())) return 'unseen'
  const mustMark = snapshot === null || (await hasUnmarkedBase(database, ref))
  let reached: Mark | { readonly quietUntil: string }
  try {
    await clusters.need(ref, 'backups').archive(ref, true)
    const quietUntil = mustMark ? null : await clusters.need(ref, 'backups').unchangedUntil(ref, snapshot)
    reached = quietUntil === null ? await clusters.need(ref, 'backups').mark(ref) : { quietUntil }
  } catch (error) {
    logger.warn('WAL not archived', { ref, error })
    const fault = faultOf(error)
    if (fault === undefined || !(await isRunning())) return 'unseen'
    // the segment is lost: the server archives each segment once
    if (isAppError(error, 'backup_damaged')) await clusters.need(ref, 'backups').discard(ref, String(error.details['file']))
    return { fault, free: (await clusters.machine.volume()).free }
  }
  await failpoint('pitr.mark.before')
  if ('quietUntil' in reached) await store.recordQuiet(database, ref, reached.quietUntil)
  else await store.recordMark(database, ref, reached)
  return 'fine'
}

const faults: ReadonlySet<ErrorCode> = new Set(['wal_not_archived', 'backup_damaged', 'storage_full', 'storage_read_only'])

/** Returns the archive's fault as a sentence; undefined if the server didn't respond, which the health check reports. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof AppError) return faults.has(error.code) ? error.message : undefined
  const isOfFile = error instanceof Error && 'path' in error && 'code' in error
  return isOfFile ? pitrMessages.folder(String(error.code)) : undefined
}

/** A backup is usable for recovery from the first mark after it. */
async function hasUnmarkedBase(database: Database, ref: string): Promise<boolean> {
  const last = (await store.listMarks(database, ref)).at(-1)
  return (await store.listBases(database, ref)).some(({ takenAt }) => last === undefined || Date.parse(takenAt) > Date.parse(last.mark.at))
}

function judge(marked: Exclude<Marked, 'unseen'>, isWhole: boolean, hasBeenOn: boolean): store.Found {
  if (marked !== 'fine') return { state: 'FAILING', problem: marked.fault, free: marked.free }
  if (isWhole) return { state: 'ON', problem: null, free: null }
  if (!hasBeenOn) return { state: 'TURNING_ON', problem: null, free: null }
  return {
    state: 'FAILING',
    free: null,
    problem: pitrMessages.gap,
  }
}

/** Notifies members once of each fault, and once when it's resolved. */
async function notifyFault({ database }: WindowParts, window: store.WindowRow, fault: string | null, isGap: boolean): Promise<void> {
  const { ref, project_name: name, organization_id: organizationId } = window
  const keys = fault !== null ? ['archiving'] : isGap ? ['gap'] : []
  await settleIncidents(database, { ref, kind: 'archiving', keys }, async (tx, { opened }) => {
    const notice =
      fault !== null
        ? { title: noticeText.archivingFails.title(name), message: noticeText.archivingFails.message(fault) }
        : {
            title: noticeText.gap.title(name),
            message: noticeText.gap.message,
          }
    await insertForMembers(tx, {
      organizationId,
      projectRef: ref,
      actions: [{ label: noticeText.openRecovery, action_type: 'open_recovery' }],
      ...(opened.length > 0
        ? { priority: 'Critical', ...notice }
        : {
            priority: 'Info',
            outcome: 'recovery_works' as const,
            title: noticeText.archivingWorks.title(name),
            message: noticeText.archivingWorks.message,
          }),
    })
  })
}

/** Notifies members of times that can no longer be recovered, even if a later backup covers the present. */
async function notifyLoss(tx: Queryable, window: store.WindowRow, lost: readonly LostRange[]): Promise<void> {
  const { ref, project_name: name, organization_id: organizationId } = window
  const ranges = lost.map(({ starts_at, ends_at }) => ({ from: inWords(starts_at), to: inWords(ends_at) }))
  await insertForMembers(tx, {
    organizationId,
    projectRef: ref,
    priority: 'Critical',
    title: noticeText.lost.title(name),
    message: noticeText.lost.message(ranges),
    actions: [{ label: noticeText.openRecovery, action_type: 'open_recovery' }],
  })
}

/** Returns "2026-01-31 12:00:05 UTC", the format in notifications, which clients may show in another time zone. */
export function inWords(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`
}

async function turnOff({ database, clusters }: WindowParts, { ref }: store.WindowRow): Promise<void> {
  await clusters
    .need(ref, 'backups')
    .archive(ref, false)
    .catch((error: unknown) => {
      if (!isAppError(error, 'cluster_not_found')) throw error
    })
  await clusters.need(ref, 'backups').forgetWal(ref, null)
  await settleIncidents(database, { ref, kind: 'archiving', keys: [] }, async () => {})
  await store.deleteWindow(database, ref)
}
