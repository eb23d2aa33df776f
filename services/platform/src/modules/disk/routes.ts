import { disk } from '@colonnade/contracts'
import { serve } from '../../serve.ts'
import * as service from './service.ts'

export const diskRoutes = [serve(disk.retrieve, ({ ctx, scope }) => service.retrieveDiskUse(ctx, scope))]
