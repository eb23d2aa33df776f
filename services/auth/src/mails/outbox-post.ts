import { parseEmailAddress } from '@colonnade/core'
import { randomUUID } from 'node:crypto'
import { AuthError } from '../errors.ts'
import { noticeUsefulSeconds } from '../limits.ts'
import { isHookOn } from '../hooks/hook.ts'
import { composeMail } from './compose-mail.ts'
import { postByHook } from './mail-hook.ts'
import type { MailNews } from './mail-news.ts'
import type { MailPost } from './mail-post.ts'
import { isNotice } from './notices.ts'
import type { MailOutbox } from './outbox.ts'
import { sealContent, sealEnvelope, type Sealing } from './sealed-mail.ts'
import { hasSmtp } from './smtp.ts'
import * as store from './store.ts'

export interface MailPostParts {
  readonly secrets: Sealing
  readonly outbox: Pick<MailOutbox, 'look'>
  readonly news: Pick<MailNews, 'tell'>
}

/** Posts mails into the outbox of the project's own database. */
export function createMailPost({ secrets, outbox, news }: MailPostParts): MailPost {
  return {
    async post(call, tx, mail) {
      // rows that came by SQL of people's may hold anything, such as another header
      if (parseEmailAddress(mail.to) === null) {
        if (isNotice(mail.kind)) return
        throw new AuthError('email_address_invalid', 'This user’s email address is not valid')
      }
      const { ref, settings, clock } = call
      tx.afterCommit(() => news.tell(ref))
      if (isHookOn(call, 'send_email')) return postByHook(call, tx, mail)
      const { kind, to } = mail
      const { subject, ...content } = composeMail(settings, mail)
      const id = randomUUID()
      const state = hasSmtp(settings) ? 'waiting' : 'kept'
      const usefulSeconds = isNotice(kind) ? noticeUsefulSeconds : settings.mailer_otp_exp
      const envelope = { to, userId: mail.user.id, subject, usefulUntil: clock.now() + usefulSeconds * 1000 }
      const isPosted = await store.insertMail(
        tx,
        {
          id,
          kind,
          state,
          envelope: sealEnvelope(secrets, ref, id, envelope),
          content: sealContent(secrets, ref, id, content),
          usefulSeconds,
        },
        settings.rate_limit_email_sent,
      )
      if (isPosted) {
        // stored mails wait for nothing: clearing old ones now and then is enough
        if (state === 'waiting' || id.startsWith('0')) tx.afterCommit(() => outbox.look(ref))
        return
      }
      // the change stays, with or without its notification
      if (!isNotice(kind)) throw new AuthError('over_email_send_rate_limit', 'email rate limit exceeded', { limit: 'rate_limit_email_sent' })
    },
  }
}
