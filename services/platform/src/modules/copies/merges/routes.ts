import { merges } from '@colonnade/contracts/copies/merges'
import { serve } from './context.ts'
import * as service from './service.ts'

export const mergeRoutes = [
  serve(merges.list, ({ ctx, scope, params }) => service.listMerges(ctx, scope, params.branch)),
  serve(merges.rehearse, ({ ctx, actor, scope, params, audit }) => service.rehearseMerge(ctx, actor, scope, params.branch, audit)),
  serve(merges.cancel, ({ ctx, scope, params, audit }) => service.cancelRehearsal(ctx, scope, params, audit)),
  serve(merges.apply, ({ ctx, actor, scope, params, body, audit }) => service.applyMerge(ctx, actor, scope, params, body, audit)),
  serve(merges.events, ({ ctx, actor, scope, params, request }) => service.streamMerges(ctx, actor, scope, params.branch, request)),
]
