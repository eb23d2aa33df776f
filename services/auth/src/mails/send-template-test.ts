import { type AuthMailTemplateTest, type AuthMailTemplateTestResult, templateSettingsOf } from '@colonnade/contracts/auth/auth-mails'
import { authDefaults, type AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { sampleUser, sampleValues } from '@colonnade/contracts/auth/mail-templates/sample-values'
import { AppError, type Clock } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { randomUUID } from 'node:crypto'
import { composeMail } from './compose-mail.ts'
import { sealContent, sealEnvelope, type Sealing } from './sealed-mail.ts'
import { sendLetter } from './send-test.ts'
import { hasSmtp } from './smtp.ts'
import * as store from './store.ts'

export interface TemplateTestParts {
  readonly secrets: Sealing
  readonly clock: Clock
  readonly arePrivateAllowed: boolean
  /** Enters the project's database, which wakes it. */
  readonly within: <T>(ask: (database: Queryable) => Promise<T>) => Promise<T>
}

/**
 * Sends a draft of a template with sample data, or keeps it in the inbox where the project has no mail server.
 *
 * @throws AppError `rate_limited` for an inbox that takes no more mail this hour
 */
export async function sendTemplateTest(
  { secrets, clock, arePrivateAllowed, within }: TemplateTestParts,
  ref: string,
  saved: AuthSettings,
  to: string,
  draft: AuthMailTemplateTest,
): Promise<AuthMailTemplateTestResult> {
  const names = templateSettingsOf(draft.kind)
  const settings: AuthSettings = {
    ...saved,
    [names.subject]: draft.subject || authDefaults[names.subject],
    [names.body]: draft.body || authDefaults[names.body],
  }
  const { SiteURL: _site, Email: _email, Data: data, ...variables } = sampleValues({ ...sampleUser, email: to }, saved.site_url)
  const { subject, ...content } = composeMail(settings, { kind: draft.kind, user: { id: '', email: to, raw_user_meta_data: data }, variables })
  if (hasSmtp(saved)) return { to, ...(await sendLetter(saved, arePrivateAllowed, { to, subject, text: content.text, html: content.html })) }
  const id = randomUUID()
  const usefulSeconds = saved.mailer_otp_exp
  const envelope = { to, subject, usefulUntil: clock.now() + usefulSeconds * 1000 }
  const mail = {
    id,
    kind: draft.kind,
    state: 'kept' as const,
    envelope: sealEnvelope(secrets, ref, id, envelope),
    content: sealContent(secrets, ref, id, content),
    usefulSeconds,
  }
  const isKept = await within((database) => store.insertMail(database, mail, saved.rate_limit_email_sent))
  if (!isKept)
    throw new AppError('rate_limited', {}, { message: `This project has reached its limit of ${saved.rate_limit_email_sent} emails per hour` })
  return { to, outcome: 'kept', problem: null }
}
