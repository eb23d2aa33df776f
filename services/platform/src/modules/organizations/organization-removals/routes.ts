import { organizationRemovals } from '@colonnade/contracts/organizations/organization-removals'
import { serve } from './context.ts'
import { retrieveRemoval } from './service.ts'

export const organizationRemovalRoutes = [serve(organizationRemovals.retrieve, ({ ctx, scope }) => retrieveRemoval(ctx, scope))]
