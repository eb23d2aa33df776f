import { authLimitUsage } from '@colonnade/contracts/auth/auth-limits'
import type { HasAuthLimits } from '../../../kernel/auth-limits.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import { listLimitUsage } from './service.ts'

const serve = serveUsing<HasAuthLimits>()

export const authLimitRoutes = [serve(authLimitUsage.list, async ({ ctx, scope }) => ({ items: await listLimitUsage(ctx, scope) }))]
