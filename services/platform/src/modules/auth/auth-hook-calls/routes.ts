import { authHookCalls } from '@colonnade/contracts/auth/auth-hook-calls'
import type { HasAuthHookCalls } from '../../../kernel/auth-hook-calls.ts'
import { serveUsing } from '../../../kernel/serve.ts'

const serve = serveUsing<HasAuthHookCalls>()

export const authHookCallRoutes = [serve(authHookCalls.list, async ({ ctx, scope }) => ({ items: [...ctx.parts.authHookCalls(scope.ref)] }))]
