import { externalServers, projectServers } from '@colonnade/contracts/projects/external-servers'
import { serve } from './context.ts'
import * as service from './service.ts'

export const externalServerRoutes = [
  serve(externalServers.test, ({ ctx, body }) => service.testServer(ctx, body)),
  serve(externalServers.create, ({ ctx, scope, body, audit }) => service.createExternalProject(ctx, scope, body, audit)),
  serve(projectServers.retrieve, ({ ctx, scope }) => service.retrieveServer(ctx, scope)),
  serve(projectServers.update, ({ ctx, scope, body, audit }) => service.updateServer(ctx, scope, body, audit)),
]
