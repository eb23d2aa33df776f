import { passwordResets } from '@colonnade/contracts/people/password-resets'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const passwordResetRoutes = [
  serve(passwordResets.request, ({ ctx, body }) => service.requestReset(ctx, body.email)),
  serve(passwordResets.complete, ({ ctx, body, audit }) => service.completeReset(ctx, body, audit)),
]
