import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../clients/organization-client.ts'

/** Plan, add-ons and billing details of an organization. */
export const billingQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug, 'billing'],
    queryFn: ({ signal }) => organizationApi.billing.retrieve({ params: { slug }, signal }),
  })
