import { authMails } from '@colonnade/contracts/auth/auth-mails'
import type { HasAuthMails } from '../../../kernel/auth-mails.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import * as service from './service.ts'

const serve = serveUsing<HasAuthMails>()

export const authMailRoutes = [
  serve(authMails.list, ({ ctx, scope, query }) => service.listAuthMails(ctx, scope, query)),
  serve(authMails.news, async ({ ctx, scope }) => service.markAuthMails(ctx, scope)),
  serve(authMails.test, (call) => service.testAuthMails(call, call.body)),
  serve(authMails.testTemplate, (call) => service.testTemplate(call, call.body)),
  serve(authMails.retrieve, (call) => service.retrieveAuthMail(call, call.params.id)),
]
