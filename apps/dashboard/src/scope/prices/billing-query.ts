import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../clients/organization-client.ts'
import { keyOf } from '../keys/keys.ts'

/** Plan, add-ons and billing details of an organization. */
export const billingQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/billing', { slug }),
    queryFn: ({ signal }) => organizationApi.billing.retrieve({ params: { slug }, signal }),
  })
