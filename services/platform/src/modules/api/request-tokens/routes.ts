import { requestTokens } from '@colonnade/contracts/api/request-tokens'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const requestTokenRoutes = [serve(requestTokens.create, ({ ctx, scope, body, audit }) => service.createRequestToken(ctx, scope, body, audit))]
