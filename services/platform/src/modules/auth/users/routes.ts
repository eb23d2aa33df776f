import { authUsers } from '@colonnade/contracts/auth/users'
import type { HasAuthService } from '../../../kernel/auth-service.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import * as service from './service.ts'

const serve = serveUsing<HasAuthService>()

export const authUserRoutes = [
  serve(authUsers.list, (call) => service.listUsers(call, call.query)),
  serve(authUsers.create, (call) => service.createUser(call, call.body)),
  serve(authUsers.invite, (call) => service.inviteUser(call, call.body)),
  serve(authUsers.changeMany, (call) => service.changeMany(call, call.body)),
  serve(authUsers.retrieve, (call) => service.retrieveUser(call, call.params.id)),
  serve(authUsers.log, (call) => service.listUserLog(call, call.params.id)),
  serve(authUsers.claims, (call) => service.previewClaims(call, call.params.id, call.query.aal)),
  serve(authUsers.update, (call) => service.updateUser(call, call.params.id, call.body)),
  serve(authUsers.setMetadata, (call) => service.setMetadata(call, call.params.id, call.body)),
  serve(authUsers.remove, (call) => service.removeUser(call, call.params.id, call.query.soft === 'true')),
  serve(authUsers.sendLink, (call) => service.sendLink(call, call.params.id, call.body)),
  serve(authUsers.signInAs, (call) => service.signInAs(call, call.params.id, call.body)),
  serve(authUsers.endSessions, (call) => service.endSessions(call, call.params.id)),
  serve(authUsers.endSession, (call) => service.endSessions(call, call.params.id, call.params.session)),
  serve(authUsers.removeFactor, (call) => service.removeFactor(call, call.params.id, call.params.factor)),
]
