import { tableCopies } from '@colonnade/contracts/copies/table-copies'
import { serve } from './context.ts'
import * as service from './service.ts'

export const tableCopyRoutes = [
  serve(tableCopies.list, ({ ctx, scope, params }) => service.listCopies(ctx, scope, params.branch)),
  serve(tableCopies.listTables, ({ ctx, scope, params }) => service.listTables(ctx, scope, params.branch)),
  serve(tableCopies.create, ({ ctx, actor, scope, params, body, audit }) => service.createCopy(ctx, actor, scope, params.branch, body, audit)),
  serve(tableCopies.cancel, ({ ctx, scope, params, audit }) => service.cancelCopy(ctx, scope, params, audit)),
  serve(tableCopies.events, ({ ctx, actor, scope, params, request }) => service.streamCopies(ctx, actor, scope, params.branch, request)),
]
