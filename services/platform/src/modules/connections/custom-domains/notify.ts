import type { Transaction } from '@colonnade/pg'
import { domainKeptDays } from '../../../kernel/limits.ts'
import { insertForMembers, type NewNotification } from '../../installation/notifications/store.ts'
import { type DomainNews, keptUntil, minuteOf } from './life.ts'
import { type DomainRow, noteHolder } from './store.ts'
import { noticeText } from './messages.ts'

/** Notifies members of a change of the project's domain. */
export async function notify(tx: Transaction, row: DomainRow, news: DomainNews): Promise<void> {
  await insertForMembers(tx, { ...aboutProject(row), ...words(row, news) })
  if (news === 'found' || news === 'released') await noteHolder(tx, row, news)
}

/** Notifies members that an uploaded certificate expires within so many days, or has expired. */
export async function notifyOfExpiry(tx: Transaction, row: DomainRow, days: number): Promise<void> {
  const date = row.expiresAt!.toISOString().slice(0, 10)
  await insertForMembers(tx, {
    ...aboutProject(row),
    priority: days === 0 ? 'Critical' : 'Warning',
    title: days === 0 ? noticeText.expired.title(row.name) : noticeText.expiring.title(row.name, date),
    message: days === 0 ? noticeText.expired.message : noticeText.expiring.message,
  })
}

function aboutProject({ organizationId, projectRef }: DomainRow): Pick<NewNotification, 'organizationId' | 'projectRef' | 'actions'> {
  return { organizationId, projectRef, actions: [{ label: noticeText.action, action_type: 'open_domain' }] }
}

function words(
  { name, projectName, findings, unprovenSince }: DomainRow,
  news: DomainNews,
): Pick<NewNotification, 'priority' | 'outcome' | 'title' | 'message'> {
  const found = [findings?.ownership.problem, findings?.address.problem].filter((problem) => problem != null).join('. ')
  switch (news) {
    case 'found':
      return { priority: 'Info', outcome: 'domain_found', title: noticeText.found.title(name, projectName), message: noticeText.found.message }
    case 'lost':
      return {
        priority: 'Warning',
        title: noticeText.lost.title(name),
        message: noticeText.lost.message(found, projectName, domainKeptDays),
      }
    case 'back':
      return { priority: 'Info', outcome: 'domain_back', title: noticeText.back.title(name), message: noticeText.back.message(projectName) }
    case 'ending':
      return {
        priority: 'Critical',
        title: noticeText.ending.title(name, projectName),
        message: noticeText.ending.message(found, minuteOf(keptUntil(unprovenSince!))),
      }
    case 'released':
      return {
        priority: 'Critical',
        title: noticeText.released.title(name, projectName),
        message: noticeText.released.message(found, domainKeptDays),
      }
  }
}
