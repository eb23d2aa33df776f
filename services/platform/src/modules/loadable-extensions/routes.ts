import { loadableExtensions } from '@colonnade/contracts'
import { serve } from '../../serve.ts'

export const loadableExtensionRoutes = [serve(loadableExtensions.list, ({ ctx }) => Promise.resolve([...ctx.clusters.loadableExtensions()]))]
