import { authMails } from '@colonnade/contracts/auth/auth-mails'
import type { HasAuthMails } from '../../../kernel/auth-mails.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import * as service from './service.ts'

const serve = serveUsing<HasAuthMails>()

export const authMailRoutes = [
  serve(authMails.list, ({ ctx, scope }) => service.listAuthMails(ctx, scope)),
  serve(authMails.retrieve, ({ ctx, scope, params }) => service.retrieveAuthMail(ctx, scope, params.id)),
]
