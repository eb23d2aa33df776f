import { postgresVersions } from '@colonnade/contracts/copies/postgres-versions'
import { serve } from '../../../kernel/serve.ts'
import { listVersions } from './service.ts'

export const postgresVersionRoutes = [serve(postgresVersions.list, ({ ctx }) => Promise.resolve(listVersions(ctx.clusters)))]
