import { identities } from '@colonnade/contracts/people/identities'
import { secondFactors } from '@colonnade/contracts/people/second-factors'
import { serve } from '../../../kernel/serve.ts'
import { depart } from './flows.ts'
import * as service from './service.ts'
import { completeSignIn } from '../second-factors/sign-in.ts'
import { linkKept } from './linking.ts'
import { confirmLink, signInWithIdentity } from './sign-in.ts'

export const identityRoutes = [
  serve(identities.list, ({ ctx, actor }) => service.listIdentities(ctx, actor)),
  serve(identities.beginSignIn, ({ ctx, body, request, setCookie }) => depart(ctx, body.provider, { userId: null, request, setCookie })),
  serve(identities.signIn, ({ ctx, body, ...how }) => signInWithIdentity(ctx, body, how)),
  serve(identities.confirmLink, ({ ctx, body, ...how }) => confirmLink(ctx, body, how)),
  // what the second step may link is of this module
  serve(secondFactors.signIn, ({ ctx, body, ...how }) => completeSignIn(ctx, body, how, linkKept)),
  serve(identities.beginLink, ({ ctx, actor, body, ...how }) => service.beginLink(ctx, actor, body, how)),
  serve(identities.link, ({ ctx, actor, body, request, audit }) => service.link(ctx, actor, body, request, audit)),
  serve(identities.remove, ({ ctx, actor, params, body, audit }) => service.unlink(ctx, actor, { id: params.id, proof: body }, audit)),
]
