import { health } from '@colonnade/contracts/installation/health'
import { sql } from '@colonnade/sql'
import { serve } from '../../../kernel/serve.ts'

export const healthRoutes = [
  serve(health.retrieve, async ({ ctx }) => {
    await ctx.database.first(sql`select 1`)
    return { status: 'ok', version: ctx.config.version } as const
  }),
]
