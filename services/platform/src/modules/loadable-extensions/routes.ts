import { loadableExtensions } from '@colonnade/contracts'
import { serve } from '../../serve.ts'

export const loadableExtensionRoutes = [
  serve(loadableExtensions.list, async ({ ctx, scope }) => [...(await ctx.clusters.loadableExtensions(scope.ref))]),
]
