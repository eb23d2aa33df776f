import { customDomains } from '@colonnade/contracts/connections/custom-domains'
import { serve } from './context.ts'
import * as service from './service.ts'

export const customDomainRoutes = [
  serve(customDomains.retrieve, ({ ctx, scope }) => service.retrieveDomain(ctx, scope)),
  serve(customDomains.claim, ({ ctx, scope, body, audit }) => service.claimDomain(ctx, scope, body, audit)),
  serve(customDomains.check, ({ ctx, scope, audit }) => service.checkDomain(ctx, scope, audit)),
  serve(customDomains.upload, ({ ctx, scope, body, audit }) => service.uploadCertificate(ctx, scope, body, audit)),
  serve(customDomains.removeCertificate, ({ ctx, scope, audit }) => service.removeCertificate(ctx, scope, audit)),
  serve(customDomains.remove, ({ ctx, scope, audit }) => service.removeDomain(ctx, scope, audit)),
]
