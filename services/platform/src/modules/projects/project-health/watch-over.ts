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

/** Samples in a row that make it a shortage of connections. */
const samplesInARow = 2
/** Findings that a notification names; the rest are a number. */
const findingsNamed = 3

/** Tells the members when almost all connections are in use at two samples in a row; over when they are fewer again. */
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
      title: `${project.name} is running out of connections`,
      message: `${newest.connections} of ${newest.max_connections} connections are in use. Close idle ones, or choose a larger compute size.`,
    })
  })
}

/** Tells the members when WAL can't be archived, and when it can again. */
export async function watchArchiving(database: Database, project: WatchedProject, reading: Reading): Promise<void> {
  const isFailing = isArchivingFailing(reading)
  // a server that crashed has forgotten, and knows better with its next attempt
  if (isFailing === null) return
  const { archived_seconds_ago: archived } = reading
  const last = archived === null ? 'nothing was archived before' : `the last segment was archived ${timeAgo(archived)}`
  await settleIncidents(database, { ref: project.ref, kind: 'archiving', keys: isFailing ? ['archiving'] : [] }, async (tx, { opened }) => {
    await insertForMembers(tx, {
      ...about(project),
      ...(opened.length > 0
        ? {
            priority: 'Critical',
            title: `WAL archiving of ${project.name} fails`,
            message: `The last attempt failed, and ${last}. Backups do not get what changes, and the WAL that waits fills the disk.`,
          }
        : { priority: 'Info', title: `WAL archiving of ${project.name} works again`, message: 'Backups get what changes.' }),
    })
  })
}

/** Tells the owner of the installation when the disk under all projects gets full. */
export async function watchDisk(database: Database, { free, total }: { readonly free: number; readonly total: number }): Promise<void> {
  const share = total === 0 ? 0 : free / total
  await settleIncidents(database, { ref: null, kind: 'disk', keys: share < diskWarningShare ? ['disk'] : [] }, async (tx, { opened }) => {
    if (opened.length === 0) return
    await insertForOwner(tx, null, {
      priority: 'Warning',
      title: 'The disk of this installation is almost full',
      message: `${formatBytes(free)} of ${formatBytes(total)} are free (${percent(share)}). Projects stop writing when nothing is.`,
      actions: [],
    })
  })
}

/** Tells the members of grave findings of the advisors that were not there before, neither in a branch nor in what it is a copy of. */
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
      title: `${fresh.length} new security finding${fresh.length === 1 ? '' : 's'} in ${project.name}`,
      message: [...details.slice(0, findingsNamed), ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
      actions: [{ label: 'Open advisors', action_type: 'open_advice' }],
    })
  })
}

function about(project: WatchedProject): Pick<NewNotification, 'organizationId' | 'projectRef' | 'actions'> {
  return {
    organizationId: project.organization_id,
    projectRef: project.ref,
    actions: [{ label: 'Open project', action_type: 'open_project' }],
  }
}
