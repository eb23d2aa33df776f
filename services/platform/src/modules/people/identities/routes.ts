import { identities } from '@colonnade/contracts/people/identities'
import { serve } from '../../../serve.ts'
import { depart } from './flows.ts'
import * as service from './service.ts'
import { confirmLink, signInWithIdentity } from './sign-in.ts'

export const identityRoutes = [
  serve(identities.list, ({ ctx, actor }) => service.listIdentities(ctx, actor)),
  serve(identities.beginSignIn, ({ ctx, body, request, setCookie }) => depart(ctx, body.provider, { userId: null, request, setCookie })),
  serve(identities.signIn, ({ ctx, body, ...how }) => signInWithIdentity(ctx, body, how)),
  serve(identities.confirmLink, ({ ctx, body, ...how }) => confirmLink(ctx, body, how)),
  serve(identities.beginLink, ({ ctx, actor, body, ...how }) => service.beginLink(ctx, actor, body, how)),
  serve(identities.link, ({ ctx, actor, body, request, audit }) => service.link(ctx, actor, body, request, audit)),
  serve(identities.remove, ({ ctx, actor, params, body, audit }) => service.unlink(ctx, actor, { id: params.id, proof: body }, audit)),
]
