import { tlsEnforcement } from '@colonnade/contracts/connections/tls-enforcement'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const tlsEnforcementRoutes = [
  serve(tlsEnforcement.retrieve, ({ ctx, scope }) => service.retrieveTls(ctx, scope)),
  serve(tlsEnforcement.update, ({ ctx, scope, body, audit }) => service.updateTls(ctx, scope, body, audit)),
]
