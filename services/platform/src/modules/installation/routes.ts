import { installation } from '@colonnade/contracts'
import { serve } from '../../serve.ts'
import * as service from './service.ts'

export const installationRoutes = [
  serve(installation.retrieve, ({ ctx }) => service.retrieveSettings(ctx)),
  serve(installation.update, ({ ctx, body, audit }) => service.updateSettings(ctx, body, audit)),
]
