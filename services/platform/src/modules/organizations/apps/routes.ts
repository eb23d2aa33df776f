import { appRequests, apps, memberAppGrants, ownAppGrants } from '@colonnade/contracts/organizations/apps'
import { serve } from '../../../kernel/serve.ts'
import * as grants from './grants.ts'
import * as requests from './requests.ts'
import * as service from './service.ts'

export const appRoutes = [
  serve(apps.list, ({ ctx, scope }) => service.listApps(ctx, scope)),
  serve(apps.create, ({ ctx, scope, body, audit }) => service.createApp(ctx, scope, body, audit)),
  serve(apps.update, ({ ctx, scope, params, body, audit }) => service.updateApp(ctx, scope, params.id, body, audit)),
  serve(apps.rotateSecret, ({ ctx, scope, params, audit }) => service.rotateSecret(ctx, scope, params.id, audit)),
  serve(apps.remove, ({ ctx, scope, params, audit }) => service.removeApp(ctx, scope, params.id, audit)),
  serve(memberAppGrants.list, ({ ctx, scope }) => grants.listMemberGrants(ctx, scope)),
  serve(memberAppGrants.revoke, ({ ctx, scope, params, audit }) => grants.revokeGrant(ctx, scope, params.id, audit)),
  serve(ownAppGrants.list, ({ ctx, actor }) => grants.listOwnGrants(ctx, actor)),
  serve(ownAppGrants.revoke, ({ ctx, actor, params, audit }) => grants.revokeGrant(ctx, actor, params.id, audit)),
  serve(appRequests.retrieve, ({ ctx, body }) => requests.retrieveRequest(ctx, body.request)),
  serve(appRequests.allow, ({ ctx, actor, scope, body, request, audit }) =>
    requests.allowRequest(ctx, actor, scope, { request: body.request, origin: request.origin }, audit),
  ),
  serve(appRequests.deny, ({ ctx, body, request }) => requests.denyRequest(ctx, body.request, request)),
]
