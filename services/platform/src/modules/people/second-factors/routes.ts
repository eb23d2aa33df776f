import { secondFactors } from '@colonnade/contracts/people/second-factors'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const secondFactorRoutes = [
  serve(secondFactors.retrieve, ({ ctx, actor }) => service.retrieveFactors(ctx, actor)),
  serve(secondFactors.begin, ({ ctx, actor, body }) => service.beginTotp(ctx, actor, body.password)),
  serve(secondFactors.confirm, ({ ctx, actor, body, audit }) => service.confirmTotp(ctx, actor, body.code, audit)),
  serve(secondFactors.remove, ({ ctx, actor, body, audit }) => service.removeTotp(ctx, actor, body, audit)),
  serve(secondFactors.renewRecoveryCodes, ({ ctx, actor, body, audit }) => service.renewRecoveryCodes(ctx, actor, body, audit)),
  serve(secondFactors.prove, ({ ctx, actor, body, audit }) => service.proveAgain(ctx, actor, body, audit)),
]
