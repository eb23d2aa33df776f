import type { Output } from '@colonnade/contracts/foundation/endpoint'
import type { Feedback, FeedbackInput } from '@colonnade/contracts/installation/feedback'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { type PageWanted, readPage } from '../../../kernel/page.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { findSubject } from '../../../kernel/subject.ts'
import { insertForOwner } from '../notifications/store.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import { linkTo } from './attachments.ts'
import { excerptLength } from './limits.ts'
import * as store from './store.ts'

/**
 * Stores the message and notifies the installation's owner. @throws AppError `attachment_not_found`, `project_not_found`, `organization_not_found`
 */
export function sendFeedback(
  ctx: PlatformContext,
  actor: Actor,
  input: Output<typeof FeedbackInput>,
  audit: AuditRecorder<Transaction>,
): Promise<{ id: string }> {
  return ctx.database.transaction(async (tx) => {
    const subject = await findSubject(tx, actor, input)
    const { screenshot } = input
    if (screenshot !== undefined && !(await store.markSent(tx, actor.userId, screenshot))) {
      throw new AppError('attachment_not_found', { name: screenshot })
    }
    const id = await store.insertFeedback(tx, {
      ...subject,
      userId: actor.userId,
      message: input.message,
      category: input.category,
      tags: input.tags,
      pathname: input.pathname ?? null,
      screenshot: screenshot ?? null,
    })
    const { username } = await retrieveProfile(tx, actor.userId)
    await insertForOwner(tx, actor.userId, {
      priority: 'Info',
      title: `New feedback from ${username}`,
      message: excerpt(input.message),
      actions: [{ label: 'Open inbox', action_type: 'open_inbox' }],
    })
    await audit(tx, {
      organizationId: subject.organizationId ?? undefined,
      projectRef: subject.projectRef ?? undefined,
      details: { feedback_id: id },
    })
    return { id }
  })
}

/** One page, newest first. Links change once an hour, so that a browser keeps the pictures it has. */
export async function listFeedback(ctx: PlatformContext, wanted: PageWanted): Promise<{ items: Feedback[]; next_offset: number | null }> {
  const { items, next_offset } = await readPage(wanted, (page) => store.listFeedback(ctx.database, page))
  const hour = Math.floor(ctx.clock.now() / 3_600_000) * 3_600
  return {
    items: items.map(({ screenshot, ...message }) => ({
      ...message,
      screenshot_url: screenshot === null ? null : linkTo(ctx, screenshot, hour).url,
    })),
    next_offset,
  }
}

/** The beginning of a text, without cutting a character in half. */
function excerpt(text: string): string {
  const characters = Array.from(text)
  return characters.length <= excerptLength ? text : `${characters.slice(0, excerptLength - 1).join('')}…`
}
