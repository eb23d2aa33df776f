import { account } from '@colonnade/contracts'
import { serve } from '../../serve.ts'
import { listEntries } from '../audit-log/service.ts'
import * as service from './service.ts'

export const accountRoutes = [
  serve(account.update, ({ ctx, actor, body, audit }) => service.updateAccount(ctx, actor, body.username, audit)),
  serve(account.changePassword, ({ ctx, actor, body, audit }) => service.changePassword(ctx, actor, body, audit)),
  serve(account.endOtherSessions, ({ ctx, actor, audit }) => service.endOtherSessions(ctx, actor, audit)),
  serve(account.listAudit, ({ ctx, actor, query }) => listEntries(ctx, { userId: actor.userId }, query)),
]
