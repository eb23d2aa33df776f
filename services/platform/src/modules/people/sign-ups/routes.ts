import { signUps } from '@colonnade/contracts/people/sign-ups'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const signUpRoutes = [
  serve(signUps.request, ({ ctx, body }) => service.requestSignUp(ctx, body.email)),
  serve(signUps.complete, ({ ctx, body, ...how }) => service.completeSignUp(ctx, body, how)),
]
