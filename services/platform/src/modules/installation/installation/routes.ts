import { installation } from '@colonnade/contracts/installation/installation'
import { serve } from '../../../serve.ts'
import { retrieveMachine } from './machine.ts'
import { retrieveReleases } from './releases.ts'
import { removePerson } from './remove-person.ts'
import * as service from './service.ts'

export const installationRoutes = [
  serve(installation.retrieve, ({ ctx }) => service.retrieveSettings(ctx)),
  serve(installation.update, ({ ctx, body, audit }) => service.updateSettings(ctx, body, audit)),
  serve(installation.retrieveMachine, ({ ctx }) => retrieveMachine(ctx)),
  serve(installation.listPeople, ({ ctx, query }) => service.listPeople(ctx, query)),
  serve(installation.endSessions, ({ ctx, actor, params, audit }) => service.endSessions(ctx, actor, params.id, audit)),
  serve(installation.removePerson, ({ ctx, params, audit }) => removePerson(ctx, params.id, audit)),
  serve(installation.listLogs, ({ ctx, query }) => ctx.logs.read(query)),
  serve(installation.retrieveReleases, ({ ctx }) => retrieveReleases(ctx)),
  serve(installation.listOrganizations, ({ ctx, query }) => service.listOrganizations(ctx, query)),
]
