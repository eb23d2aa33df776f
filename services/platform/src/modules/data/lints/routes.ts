import { lints } from '@colonnade/contracts/data/lints'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const lintRoutes = [serve(lints.run, ({ ctx, scope }) => service.runLints(ctx, scope))]
