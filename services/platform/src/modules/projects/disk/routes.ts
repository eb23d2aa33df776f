import { disk } from '@colonnade/contracts/projects/disk'
import { serve } from './context.ts'
import * as service from './service.ts'

export const diskRoutes = [serve(disk.retrieve, ({ ctx, scope }) => service.retrieveDiskUse(ctx, scope))]
