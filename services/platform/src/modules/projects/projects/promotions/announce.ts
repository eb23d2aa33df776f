import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { insertForMembers } from '../../../installation/notifications/store.ts'
import type { PromotionProgress } from './store.ts'
import { messages } from './messages.ts'

export interface Announced {
  readonly ref: string
  readonly name: string
  readonly organization_id: string
}

/** Notifies an organization’s members of the end of a promotion, in its transaction. */
export async function announcePromotion(tx: Queryable, project: Announced, progress: PromotionProgress): Promise<void> {
  if (progress.state !== 'DONE' && progress.state !== 'FAILED') return
  const { ref, name, organization_id: organizationId } = project
  const actions = [{ label: messages.action, action_type: 'open_infrastructure' as const }]
  const to = { organizationId, projectRef: ref, actions }
  if (progress.state === 'FAILED') {
    const { title, message } = messages.failed
    return insertForMembers(tx, { ...to, priority: 'Warning', title: title(name), message: message(progress.problem) })
  }
  const found = await tx.first<{ is_complete: boolean }>(sql`select is_complete from promotions where id = ${progress.id}`)
  const isComplete = found?.is_complete === true
  await insertForMembers(tx, {
    ...to,
    priority: isComplete ? 'Info' : 'Critical',
    outcome: isComplete ? 'replica_promoted' : null,
    title: messages.done.title(name),
    message: isComplete ? messages.done.complete : messages.done.incomplete,
  })
}
