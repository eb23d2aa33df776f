import { diagrams } from '@colonnade/contracts/data/diagrams'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const diagramRoutes = [
  serve(diagrams.retrieve, ({ ctx, scope, query }) => service.retrieveDiagram(ctx, scope, query)),
  serve(diagrams.update, ({ ctx, scope, body }) => service.updateDiagram(ctx, scope, body)),
  serve(diagrams.remove, ({ ctx, scope, query }) => service.removeDiagram(ctx, scope, query)),
]
