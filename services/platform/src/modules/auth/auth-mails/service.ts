import type { AuthMailContent, AuthMailList } from '@colonnade/contracts/auth/auth-mails'
import { AppError, isId } from '@colonnade/core'
import type { AuthMails, HasAuthMails } from '../../../kernel/auth-mails.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'

type Context = Pick<PlatformContext<HasAuthMails>, 'parts'>

/** @throws AppError `unavailable` while no auth service runs */
export function listAuthMails(ctx: Context, { ref }: ProjectScope): Promise<AuthMailList> {
  return mailsOf(ctx).list(ref)
}

/** @throws AppError `mail_not_found`, also for one that was sent: what it said is forgotten; `unavailable` */
export async function retrieveAuthMail(ctx: Context, { ref }: ProjectScope, id: string): Promise<AuthMailContent> {
  const content = isId(id) ? await mailsOf(ctx).read(ref, id) : null
  if (content === null) throw new AppError('mail_not_found', { id })
  return content
}

function mailsOf({ parts }: Context): AuthMails {
  const mails = parts.authMails()
  if (mails === null) throw new AppError('unavailable', {}, { message: 'The auth service is not running yet' })
  return mails
}
