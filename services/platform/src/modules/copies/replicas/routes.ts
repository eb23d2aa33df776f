import { replicas } from '@colonnade/contracts/copies/replicas'
import { serve } from './context.ts'
import { projects } from '@colonnade/contracts/projects/projects'
import { listDatabases } from './list-databases.ts'
import * as promotions from './promotions/service.ts'
import * as service from './service.ts'

export const replicaRoutes = [
  serve(projects.databases, ({ ctx, scope }) => listDatabases(ctx, scope)),
  serve(replicas.list, ({ ctx, scope }) => service.listReplicas(ctx, scope)),
  serve(replicas.create, ({ ctx, scope, body, audit }) => service.createReplica(ctx, scope, body, audit)),
  serve(replicas.restart, ({ ctx, scope, params, audit }) => service.restartReplica(ctx, scope, params.identifier, audit)),
  serve(replicas.remove, ({ ctx, scope, params, audit }) => service.removeReplica(ctx, scope, params.identifier, audit)),
  serve(replicas.promotions, ({ ctx, scope }) => promotions.listPromotions(ctx, scope)),
  serve(replicas.outlook, ({ ctx, scope, params }) => promotions.retrieveOutlook(ctx, scope, params.identifier)),
  serve(replicas.promote, ({ ctx, actor, scope, params, body, audit }) =>
    promotions.promoteReplica(ctx, actor, scope, params.identifier, body, audit),
  ),
  serve(replicas.lag, ({ ctx, scope }) => service.listLag(ctx, scope)),
  serve(replicas.events, ({ ctx, actor, scope, request }) => service.streamReplicas(ctx, actor, scope, request)),
]
