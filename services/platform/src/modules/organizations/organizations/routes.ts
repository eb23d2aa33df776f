import { organizations } from '@colonnade/contracts/organizations/organizations'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const organizationRoutes = [
  serve(organizations.list, ({ ctx, actor }) => service.listOrganizations(ctx, actor)),
  serve(organizations.create, ({ ctx, actor, body, audit }) => service.createOrganization(ctx, actor, body, audit)),
  serve(organizations.retrieve, ({ ctx, actor, scope }) => service.retrieveOrganization(ctx, actor, scope)),
  serve(organizations.update, ({ ctx, actor, scope, body, audit }) => service.updateOrganization(ctx, actor, scope, body, audit)),
  serve(organizations.remove, ({ ctx, scope, audit }) => service.removeOrganization(ctx, scope, audit)),
]
