import { account } from '@colonnade/contracts/people/account'
import { serve } from '../../../kernel/serve.ts'
import { listEntries } from '../../organizations/audit-log/service.ts'
import * as pictures from './pictures.ts'
import * as service from './service.ts'

export const accountRoutes = [
  serve(account.update, ({ ctx, actor, body, audit }) => service.updateAccount(ctx, actor, body.username, audit)),
  serve(account.setPicture, ({ ctx, actor, body, audit }) => pictures.setPicture(ctx, actor, body, audit)),
  serve(account.removePicture, ({ ctx, actor, audit }) => pictures.removePicture(ctx, actor, audit)),
  serve(account.picture, ({ ctx, params }) => pictures.readPicture(ctx, params.key)),
  serve(account.changePassword, ({ ctx, actor, body, audit }) => service.changePassword(ctx, actor, body, audit)),
  serve(account.choosePassword, ({ ctx, actor, body, audit }) => service.choosePassword(ctx, actor, body.password, audit)),
  serve(account.endOtherSessions, ({ ctx, actor, audit }) => service.endOtherSessions(ctx, actor, audit)),
  serve(account.listAudit, ({ ctx, actor, query }) => listEntries(ctx, { userId: actor.userId }, query)),
]
