import { installation } from '@colonnade/contracts'
import { serve } from '../../serve.ts'
import { retrieveMachine } from './machine.ts'
import * as service from './service.ts'

export const installationRoutes = [
  serve(installation.retrieve, ({ ctx }) => service.retrieveSettings(ctx)),
  serve(installation.update, ({ ctx, body, audit }) => service.updateSettings(ctx, body, audit)),
  serve(installation.retrieveMachine, ({ ctx }) => retrieveMachine(ctx)),
  serve(installation.listPeople, ({ ctx, query }) => service.listPeople(ctx, query)),
  serve(installation.endSessions, ({ ctx, actor, params, audit }) => service.endSessions(ctx, actor, params.id, audit)),
  serve(installation.listOrganizations, ({ ctx, query }) => service.listOrganizations(ctx, query)),
]
