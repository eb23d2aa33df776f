import { sessions, setup } from '@colonnade/contracts/people/sessions'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const sessionRoutes = [
  serve(setup.create, ({ ctx, body, ...how }) => service.createOwner(ctx, body, how)),
  serve(sessions.signIn, ({ ctx, body, ...how }) => service.signIn(ctx, body, how)),
  serve(sessions.signOut, ({ ctx, actor, setCookie, audit }) => service.signOut(ctx, actor, setCookie, audit)),
  serve(sessions.profile, ({ ctx, actor }) => service.retrieveProfile(ctx, actor)),
  serve(sessions.updatePreferences, ({ ctx, actor, body }) => service.updatePreferences(ctx, actor, body)),
  serve(sessions.list, ({ ctx, actor }) => service.listSessions(ctx, actor)),
  serve(sessions.remove, ({ ctx, actor, params, audit }) => service.removeSession(ctx, actor, params.id, audit)),
]
