import { authHookCalls } from '@colonnade/contracts/auth/auth-hook-calls'
import type { AuthHookTest } from '@colonnade/contracts/auth/auth-hook-calls'
import type { HasAuthService } from '../../../kernel/auth-service.ts'
import type { HasAuthHookCalls } from '../../../kernel/auth-hook-calls.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import { callAuth } from '../users/auth-calls.ts'

const serve = serveUsing<HasAuthHookCalls & HasAuthService>()

export const authHookCallRoutes = [
  serve(authHookCalls.list, async ({ ctx, scope }) => ({ items: [...ctx.parts.authHookCalls(scope.ref)] })),
  serve(authHookCalls.test, (call) => callAuth<AuthHookTest>(call, { method: 'POST', path: '/admin/hook-tests', body: call.body })),
]
