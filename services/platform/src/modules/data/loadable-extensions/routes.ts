import { loadableExtensions } from '@colonnade/contracts/data/loadable-extensions'
import { serve } from '../../../kernel/serve.ts'
import { listLoadable } from './service.ts'

export const loadableExtensionRoutes = [serve(loadableExtensions.list, ({ ctx, scope }) => listLoadable(ctx, scope))]
