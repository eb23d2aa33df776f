import { secondFactors } from '@colonnade/contracts/people/second-factors'
import { serve } from '../../../serve.ts'
import * as service from './service.ts'
import { completeSignIn } from './sign-in.ts'

export const secondFactorRoutes = [
  serve(secondFactors.retrieve, ({ ctx, actor }) => service.retrieveFactors(ctx, actor)),
  serve(secondFactors.begin, ({ ctx, actor, body }) => service.beginTotp(ctx, actor, body.password)),
  serve(secondFactors.confirm, ({ ctx, actor, body, audit }) => service.confirmTotp(ctx, actor, body.code, audit)),
  serve(secondFactors.remove, ({ ctx, actor, body, audit }) => service.removeTotp(ctx, actor, body, audit)),
  serve(secondFactors.renewRecoveryCodes, ({ ctx, actor, body, audit }) => service.renewRecoveryCodes(ctx, actor, body, audit)),
  serve(secondFactors.signIn, ({ ctx, body, ...how }) => completeSignIn(ctx, body, how)),
]
