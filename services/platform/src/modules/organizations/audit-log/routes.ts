import { auditLog } from '@colonnade/contracts/organizations/audit-log'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const auditLogRoutes = [
  serve(auditLog.list, ({ ctx, scope, query }) => service.listEntries(ctx, { organizationId: scope.organizationId }, query)),
  serve(auditLog.download, ({ ctx, scope, query }) => service.downloadEntries(ctx, scope, query)),
]
