import { loadableExtensions } from '@colonnade/contracts/data/loadable-extensions'
import { serve } from '../../../kernel/serve.ts'

export const loadableExtensionRoutes = [
  serve(loadableExtensions.list, async ({ ctx, scope }) => [...(await ctx.clusters.need(scope.ref, 'machine').loadableExtensions(scope.ref))]),
]
