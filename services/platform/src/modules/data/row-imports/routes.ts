import { rowImports } from '@colonnade/contracts/data/row-imports'
import { serve } from './context.ts'
import * as service from './service.ts'

export const rowImportRoutes = [
  serve(rowImports.create, ({ ctx, actor, scope, body }) => service.createImport(ctx, actor, scope, body)),
  serve(rowImports.upload, ({ ctx, actor, scope, params, body, request }) =>
    service.uploadImport(ctx, actor, scope, { key: params.key, file: body, signal: request.signal, memory: request.memory }),
  ),
  serve(rowImports.retrieve, ({ ctx, actor, scope, params }) => service.retrieveImport(ctx, actor, scope, params.key)),
  serve(rowImports.rejects, ({ ctx, actor, scope, params }) => service.downloadRejects(ctx, actor, scope, params.key)),
  serve(rowImports.remove, ({ ctx, actor, scope, params }) => service.removeImport(ctx, actor, scope, params.key)),
]
