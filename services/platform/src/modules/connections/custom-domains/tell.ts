import type { Transaction } from '@colonnade/pg'
import { domainKeptDays } from '../../../kernel/limits.ts'
import { insertForMembers, type NewNotification } from '../../installation/notifications/store.ts'
import { type DomainNews, keptUntil, minuteOf } from './life.ts'
import { type DomainRow, noteHolder } from './store.ts'

/** Tells those who have the project what became of its domain. */
export async function tell(tx: Transaction, row: DomainRow, news: DomainNews): Promise<void> {
  await insertForMembers(tx, { ...aboutProject(row), ...words(row, news) })
  if (news === 'found' || news === 'released') await noteHolder(tx, row, news)
}

/** Tells them that an uploaded certificate runs out within so many days, or has. */
export async function tellOfExpiry(tx: Transaction, row: DomainRow, days: number): Promise<void> {
  const date = row.expiresAt!.toISOString().slice(0, 10)
  await insertForMembers(tx, {
    ...aboutProject(row),
    priority: days === 0 ? 'Critical' : 'Warning',
    title: days === 0 ? `The certificate of ${row.name} has run out` : `The certificate of ${row.name} runs out on ${date}`,
    message:
      days === 0
        ? 'Clients that verify it do not connect any more. Upload a new one under Add-ons; connections that are open stay.'
        : 'Upload the next one under Add-ons before that; connections that are open stay.',
  })
}

function aboutProject({ organizationId, projectRef }: DomainRow): Pick<NewNotification, 'organizationId' | 'projectRef' | 'actions'> {
  return { organizationId, projectRef, actions: [{ label: 'Open the domain', action_type: 'open_domain' }] }
}

function words({ name, projectName, findings, unprovenSince }: DomainRow, news: DomainNews): Pick<NewNotification, 'priority' | 'title' | 'message'> {
  const found = [findings?.ownership.problem, findings?.address.problem].filter((problem) => problem != null).join('. ')
  switch (news) {
    case 'found':
      return {
        priority: 'Info',
        title: `${name} is ${projectName}’s now`,
        message: 'Its DNS records were found: database clients can connect by that name.',
      }
    case 'lost':
      return {
        priority: 'Warning',
        title: `The DNS records of ${name} have changed`,
        message: `${found}. Clients who get here by that name are still led to ${projectName}; without the TXT record for ${domainKeptDays} days in a row they are not.`,
      }
    case 'back':
      return { priority: 'Info', title: `The DNS records of ${name} are as they should be again`, message: `It leads to ${projectName}, as before.` }
    case 'ending':
      return {
        priority: 'Critical',
        title: `${name} leads to ${projectName} for one more day`,
        message: `${found}. Set the TXT record again before ${minuteOf(keptUntil(unprovenSince!))}: database clients who ask for that name are refused then.`,
      }
    case 'released':
      return {
        priority: 'Critical',
        title: `${name} does not lead to ${projectName} any more`,
        message: `${found}. Nothing has proved for ${domainKeptDays} days that the name is yours: set its records again, or take it away under Add-ons.`,
      }
  }
}
