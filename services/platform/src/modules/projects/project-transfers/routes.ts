import { projectTransfers } from '@colonnade/contracts/projects/project-transfers'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const projectTransferRoutes = [
  serve(projectTransfers.retrieve, ({ ctx, actor, scope, query }) => service.previewTransfer(ctx, actor, scope, query)),
  serve(projectTransfers.create, ({ ctx, actor, scope, body, audit }) => service.transferProject(ctx, actor, scope, body, audit)),
]
