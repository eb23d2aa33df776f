import type { Lint } from '@colonnade/contracts/data/lints'
import { formatBytes } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { connectionsIncidentShare, connectionsWarningShare, diskWarningShare } from '../../../kernel/limits.ts'
import { insertForMembers, insertForOwner, type NewNotification } from '../../installation/notifications/store.ts'
import { hasIncident, openKeys, settleIncidents } from './incidents.ts'
import { percent, timeAgo } from './judge.ts'
import { isArchivingFailing, type Reading } from './readings.ts'
import { lastConnections } from './store.ts'
import type { WatchedProject } from '../projects/store.ts'
import { healthText, noticeText } from './messages.ts'

/** Samples in a row that count as a shortage of connections. */
const samplesInARow = 2
/** Findings that a notification lists; the rest are counted. */
const findingsNamed = 3

/** Notifies members when almost all connections are in use at two samples in a row. Ends the incident once fewer are. */
export async function watchConnections(database: Database, project: WatchedProject): Promise<void> {
  const last = await lastConnections(database, project.ref, samplesInARow)
  const isAbove = (share: number) => last.map(({ connections, max_connections }) => connections >= max_connections * share)
  const isShort =
    (last.length === samplesInARow && isAbove(connectionsIncidentShare).every(Boolean)) ||
    (isAbove(connectionsWarningShare)[0] === true && (await hasIncident(database, project.ref, 'connections')))
  const [newest] = last
  await settleIncidents(database, { ref: project.ref, kind: 'connections', keys: isShort ? ['connections'] : [] }, async (tx, { opened }) => {
    if (opened.length === 0 || !newest) return
    await insertForMembers(tx, {
      ...about(project),
      priority: 'Warning',
      title: noticeText.connections.title(project.name),
      message: noticeText.connections.message(newest.connections, newest.max_connections),
    })
  })
}

/** Notifies members when WAL archiving fails, and when it works again. */
export async function watchArchiving(database: Database, project: WatchedProject, reading: Reading): Promise<void> {
  const isFailing = isArchivingFailing(reading)
  // a server that crashed loses its counters until its next attempt
  if (isFailing === null) return
  const { archived_seconds_ago: archived } = reading
  await settleIncidents(database, { ref: project.ref, kind: 'archiving', keys: isFailing ? ['archiving'] : [] }, async (tx, { opened }) => {
    await insertForMembers(tx, {
      ...about(project),
      ...(opened.length > 0
        ? {
            priority: 'Critical',
            title: noticeText.archivingFails.title(project.name),
            message: noticeText.archivingFails.message(archived === null ? null : timeAgo(archived)),
          }
        : { priority: 'Info', title: noticeText.archivingWorks.title(project.name), message: noticeText.archivingWorks.message }),
    })
  })
}

/** Notifies the owner of the installation when its disk is almost full. */
export async function watchDisk(database: Database, { free, total }: { readonly free: number; readonly total: number }): Promise<void> {
  const share = total === 0 ? 0 : free / total
  await settleIncidents(database, { ref: null, kind: 'disk', keys: share < diskWarningShare ? ['disk'] : [] }, async (tx, { opened }) => {
    if (opened.length === 0) return
    await insertForOwner(tx, null, {
      priority: 'Warning',
      title: noticeText.disk.title,
      message: noticeText.disk.message(healthText.free(formatBytes(free), formatBytes(total), percent(share))),
      actions: [],
    })
  })
}

/** Notifies members of new critical advisor findings, unless the branch’s source already had them. */
export async function watchAdvice(database: Database, project: WatchedProject, lints: readonly Lint[]): Promise<void> {
  const grave = lints.filter(({ level }) => level === 'ERROR')
  await settleIncidents(database, { ref: project.ref, kind: 'advice', keys: grave.map((lint) => lint.cache_key) }, async (tx, { opened }) => {
    const known = new Set(opened.length === 0 ? [] : await openKeys(tx, project.origins, 'advice'))
    const fresh = opened.filter((key) => !known.has(key))
    if (fresh.length === 0) return
    const details = grave.filter((lint) => fresh.includes(lint.cache_key)).map(({ detail }) => detail)
    const more = details.length - findingsNamed
    await insertForMembers(tx, {
      ...about(project),
      priority: 'Warning',
      title: noticeText.findings.title(fresh.length, project.name),
      message: [...details.slice(0, findingsNamed), ...(more > 0 ? [noticeText.findings.more(more)] : [])].join(' '),
      actions: [{ label: noticeText.openAdvisors, action_type: 'open_advice' }],
    })
  })
}

function about(project: WatchedProject): Pick<NewNotification, 'organizationId' | 'projectRef' | 'actions'> {
  return {
    organizationId: project.organization_id,
    projectRef: project.ref,
    actions: [{ label: noticeText.openProject, action_type: 'open_project' }],
  }
}
