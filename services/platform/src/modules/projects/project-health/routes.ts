import { projectHealth } from '@colonnade/contracts/projects/project-health'
import { serve } from './context.ts'
import * as service from './service.ts'

export const projectHealthRoutes = [
  serve(projectHealth.health, ({ ctx, scope }) => service.retrieveHealth(ctx, scope)),
  serve(projectHealth.samples, ({ ctx, scope, query }) => service.listSamples(ctx, scope, query)),
]
