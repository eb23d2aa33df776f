import { installation } from '@colonnade/contracts/installation/installation'
import { setup } from '@colonnade/contracts/people/sessions'
import { serveUsing } from '../../../kernel/serve.ts'
import { retrieveMachine } from './machine.ts'
import { type HasRelease, retrieveReleases } from './releases.ts'
import { removePerson } from './remove-person.ts'
import { needsOwner } from '../../people/sessions/service.ts'
import * as service from './service.ts'
import type { HasLogs } from './log-ring.ts'

const serve = serveUsing<HasLogs & HasRelease>()

export const installationRoutes = [
  serve(setup.status, async ({ ctx }) => ({ needs_owner: await needsOwner(ctx), ...(await service.retrieveWaysIn(ctx)) })),
  serve(installation.retrieve, ({ ctx }) => service.retrieveSettings(ctx)),
  serve(installation.update, ({ ctx, body, audit }) => service.updateSettings(ctx, body, audit)),
  serve(installation.retrieveMachine, ({ ctx }) => retrieveMachine(ctx)),
  serve(installation.listPeople, ({ ctx, query }) => service.listPeople(ctx, query)),
  serve(installation.endSessions, ({ ctx, actor, params, audit }) => service.endSessions(ctx, actor, params.id, audit)),
  serve(installation.removePerson, ({ ctx, params, audit }) => removePerson(ctx, params.id, audit)),
  serve(installation.listLogs, ({ ctx, query }) => ctx.parts.logs.read(query)),
  serve(installation.retrieveReleases, ({ ctx }) => retrieveReleases(ctx)),
  serve(installation.listOrganizations, ({ ctx, query }) => service.listOrganizations(ctx, query)),
]
