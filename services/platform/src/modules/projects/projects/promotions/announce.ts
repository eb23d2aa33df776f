import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { insertForMembers } from '../../../installation/notifications/store.ts'
import type { PromotionProgress } from './store.ts'

export interface Announced {
  readonly ref: string
  readonly name: string
  readonly organization_id: string
}

/** Tells an organization's members how a promotion ended, in the transaction of its end. */
export async function announcePromotion(tx: Queryable, project: Announced, progress: PromotionProgress): Promise<void> {
  if (progress.state !== 'DONE' && progress.state !== 'FAILED') return
  const { ref, name, organization_id: organizationId } = project
  const actions = [{ label: 'Open infrastructure', action_type: 'open_infrastructure' as const }]
  const to = { organizationId, projectRef: ref, actions }
  if (progress.state === 'FAILED') {
    const message = `${progress.problem}. Nothing has changed: the primary is what it was.`
    return insertForMembers(tx, { ...to, priority: 'Warning', title: `A replica of ${name} was not promoted`, message })
  }
  const found = await tx.first<{ is_complete: boolean }>(sql`select is_complete from promotions where id = ${progress.id}`)
  const isComplete = found?.is_complete === true
  const kept = isComplete
    ? 'All that the former primary had written is there.'
    : 'The files of the former primary could not be read: what it had written, and neither sent nor archived yet, is lost.'
  await insertForMembers(tx, {
    ...to,
    priority: isComplete ? 'Info' : 'Critical',
    isSuccess: isComplete,
    title: `${name} has another primary`,
    message: `A read replica took its place, under the same addresses and passwords. ${kept}`,
  })
}
