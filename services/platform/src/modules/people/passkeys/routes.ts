import { passkeys } from '@colonnade/contracts/people/passkeys'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'
import { beginSignIn, completeSignIn } from './sign-in.ts'

export const passkeyRoutes = [
  serve(passkeys.list, ({ ctx, actor, request }) => service.listPasskeys(ctx, actor, request)),
  serve(passkeys.begin, ({ ctx, actor, body, request }) => service.beginPasskey(ctx, actor, body.password, request)),
  serve(passkeys.create, ({ ctx, actor, body, request, audit }) => service.createPasskey(ctx, actor, body, request, audit)),
  serve(passkeys.update, ({ ctx, actor, params, body, audit }) => service.renamePasskey(ctx, actor, { id: params.id, name: body.name }, audit)),
  serve(passkeys.remove, ({ ctx, actor, params, body, audit }) => service.removePasskey(ctx, actor, { id: params.id, proof: body }, audit)),
  serve(passkeys.beginSignIn, ({ ctx, request }) => beginSignIn(ctx, request)),
  serve(passkeys.signIn, ({ ctx, body, ...how }) => completeSignIn(ctx, body.response, how)),
]
