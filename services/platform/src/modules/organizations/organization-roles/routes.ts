import { organizationRoles } from '@colonnade/contracts/organizations/organization-roles'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const organizationRoleRoutes = [
  serve(organizationRoles.list, ({ ctx, scope }) => service.listRoles(ctx, scope)),
  serve(organizationRoles.create, ({ ctx, body, ...decider }) => service.createRole(ctx, decider, body)),
  serve(organizationRoles.update, ({ ctx, params, body, ...decider }) => service.updateRole(ctx, decider, params.id, body)),
  serve(organizationRoles.remove, ({ ctx, params, query, ...decider }) => service.removeRole(ctx, decider, params.id, query.replacement)),
]
