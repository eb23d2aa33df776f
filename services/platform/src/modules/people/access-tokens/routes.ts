import { accessTokens } from '@colonnade/contracts/people/access-tokens'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const accessTokenRoutes = [
  serve(accessTokens.list, ({ ctx, actor }) => service.listTokens(ctx, actor)),
  serve(accessTokens.create, ({ ctx, actor, body, audit }) => service.createToken(ctx, actor, body, audit)),
  serve(accessTokens.remove, ({ ctx, actor, params, audit }) => service.removeToken(ctx, actor, params.id, audit)),
]
