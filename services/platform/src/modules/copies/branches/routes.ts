import { branches } from '@colonnade/contracts/copies/branches'
import { serve } from './context.ts'
import * as service from './service.ts'

export const branchRoutes = [
  serve(branches.list, ({ ctx, scope }) => service.listBranches(ctx, scope)),
  serve(branches.estimate, ({ ctx, scope, query }) => service.estimateCopy(ctx, scope, query.source_ref)),
  serve(branches.create, ({ ctx, actor, scope, body, audit }) => service.createBranch(ctx, actor, scope, body, audit)),
  serve(branches.update, ({ ctx, scope, params, body, audit }) => service.updateBranch(ctx, scope, params.branch, body, audit)),
  serve(branches.reset, ({ ctx, scope, params, body, audit }) => service.resetBranch(ctx, scope, params.branch, body, audit)),
  serve(branches.remove, ({ ctx, scope, params, audit }) => service.removeBranch(ctx, scope, params.branch, audit)),
  serve(branches.events, ({ ctx, actor, scope, request }) => service.streamBranches(ctx, actor, scope, request)),
]
