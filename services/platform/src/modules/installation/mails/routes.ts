import { mails } from '@colonnade/contracts/installation/mails'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const mailRoutes = [
  serve(mails.list, ({ ctx, query }) => service.listMails(ctx, query)),
  serve(mails.retrieve, ({ ctx, params }) => service.retrieveContent(ctx, params.id)),
  serve(mails.test, ({ ctx, actor, audit }) => service.sendTest(ctx, actor, audit)),
]
