import { organizationRemovals } from '@colonnade/contracts/organizations/organization-removals'
import { serve } from '../../../serve.ts'
import { retrieveRemoval } from './service.ts'

export const organizationRemovalRoutes = [serve(organizationRemovals.retrieve, ({ ctx, scope }) => retrieveRemoval(ctx, scope))]
