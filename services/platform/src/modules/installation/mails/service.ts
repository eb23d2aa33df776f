import type { Mail, MailContent, MailPage } from '@colonnade/contracts/installation/mails'
import type { LetterSent } from '@colonnade/contracts/people/password-resets'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import { openContent } from './mailer.ts'
import { postMail } from './post.ts'
import * as store from './store.ts'

export async function listMails(ctx: PlatformContext, { before, limit }: { before?: number | undefined; limit: number }): Promise<MailPage> {
  const { mail } = ctx.config
  const oneMore = await store.listMails(ctx.database, { before, limit: limit + 1 })
  const items = oneMore.slice(0, limit)
  return {
    transport: mail.transport,
    sender: mail.transport === 'smtp' ? `${mail.from.name} <${mail.from.address}>` : null,
    items,
    next_before: oneMore.length > items.length ? items.at(-1)!.number : null,
  }
}

/** @throws AppError `mail_not_found`, also for mail that the owner can't see */
export async function retrieveContent(ctx: PlatformContext, id: string): Promise<MailContent> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  const sealed = ctx.config.mail.transport === 'inbox' && isId ? await store.findKept(ctx.database, id) : null
  const content = sealed === null ? null : openContent(ctx.secrets, id, sealed)
  if (content === null) throw new AppError('mail_not_found', { id })
  return content
}

/** @throws AppError `mail_not_configured` */
export async function sendTest(ctx: PlatformContext, actor: Actor, audit: AuditRecorder<Transaction>): Promise<Mail> {
  requireMail(ctx)
  return ctx.database.transaction(async (tx) => {
    const { primary_email: to } = await retrieveProfile(tx, actor.userId)
    const id = await postMail(ctx, tx, {
      to,
      kind: 'test',
      subject: 'Test email from Colonnade',
      paragraphs: ['You sent this test from the page of your installation. Invitations and password reset links arrive the same way.'],
      action: { label: 'Open Colonnade', path: '/' },
    })
    await audit(tx, { details: { recipient: to } })
    return store.retrieveMail(tx, id)
  })
}

/** Returns the destination of mail. @throws AppError `mail_not_configured` if it would reach nobody */
export function requireMail({ config: { mail } }: Pick<PlatformContext, 'config'>): LetterSent['arrives'] {
  if (mail.transport === 'none') {
    const message = 'This installation doesn’t send email. Ask its owner to set COLONNADE_SMTP_URL.'
    throw new AppError('mail_not_configured', {}, { message })
  }
  return mail.transport === 'smtp' ? 'mail' : 'inbox'
}
