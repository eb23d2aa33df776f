import { rowExports } from '@colonnade/contracts/data/row-exports'
import { serve } from './context.ts'
import * as service from './service.ts'

export const rowExportRoutes = [
  serve(rowExports.create, ({ ctx, actor, scope, body, request }) => service.createExport(ctx, actor, scope, body, request.signal)),
  serve(rowExports.download, ({ ctx, actor, scope, params, request }) => service.downloadExport(ctx, actor, scope, params.key, request.signal)),
  serve(rowExports.retrieve, ({ ctx, actor, scope, params }) => service.retrieveExport(ctx, actor, scope, params.key)),
]
