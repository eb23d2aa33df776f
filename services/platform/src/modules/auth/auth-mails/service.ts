import type {
  AuthMailDetails,
  AuthMailPage,
  AuthMailQuery,
  AuthMailTemplateTest,
  AuthMailTemplateTestResult,
  AuthMailTest,
  AuthMailTestResult,
} from '@colonnade/contracts/auth/auth-mails'
import { AppError, isId } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { AuthMails, HasAuthMails } from '../../../kernel/auth-mails.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { messages } from '../messages.ts'

type Context = Pick<PlatformContext<HasAuthMails>, 'parts' | 'database'>

/** @throws AppError `unavailable` while no auth service runs */
export function listAuthMails(ctx: Context, { ref }: ProjectScope, query: AuthMailQuery): Promise<AuthMailPage> {
  return mailsOf(ctx).list(ref, query)
}

/** @throws AppError `unavailable` */
export function markAuthMails(ctx: Context, { ref }: ProjectScope): { readonly mark: string } {
  return { mark: mailsOf(ctx).mark(ref) }
}

interface Recorded {
  readonly ctx: Context
  readonly scope: ProjectScope
  readonly audit: AuditRecorder<Transaction>
}

/** Returns a mail, and audits that: its code lets the reader sign in as its user. @throws AppError `mail_not_found`, `unavailable` */
export async function retrieveAuthMail({ ctx, scope, audit }: Recorded, id: string): Promise<AuthMailDetails> {
  const { ref: projectRef, organizationId } = scope
  const mail = isId(id) ? await mailsOf(ctx).read(projectRef, id) : null
  if (mail === null) throw new AppError('mail_not_found', { id })
  const { kind, user_id: userId, content } = mail
  await ctx.database.transaction((tx) =>
    audit(tx, { organizationId, projectRef, details: { id, kind, user_id: userId, has_content: content !== null } }),
  )
  return mail
}

/** Audits the mail after it was sent, so that no transaction waits for the server. @throws AppError `invalid_input`, `unavailable` */
export async function testAuthMails({ ctx, scope, audit }: Recorded, test: AuthMailTest): Promise<AuthMailTestResult> {
  const { ref: projectRef, organizationId } = scope
  const result = await mailsOf(ctx).test(projectRef, test)
  const details = { to: test.to, outcome: result.outcome, settings: Object.keys(test.settings) }
  await ctx.database.transaction((tx) => audit(tx, { organizationId, projectRef, details }))
  return result
}

/** Sends a draft to the member's own address only. @throws AppError `rate_limited`, `unavailable` */
export async function testTemplate(
  { ctx, scope, actor, audit }: Recorded & { readonly actor: Actor },
  draft: AuthMailTemplateTest,
): Promise<AuthMailTemplateTestResult> {
  const { ref: projectRef, organizationId } = scope
  const { primary_email: to } = await retrieveProfile(ctx.database, actor.userId)
  const result = await mailsOf(ctx).testTemplate(projectRef, to, draft)
  const details = { to, template: draft.kind, outcome: result.outcome }
  await ctx.database.transaction((tx) => audit(tx, { organizationId, projectRef, details }))
  return result
}

function mailsOf({ parts }: Context): AuthMails {
  const mails = parts.authMails()
  if (mails === null) throw new AppError('unavailable', {}, { message: messages.notRunning })
  return mails
}
