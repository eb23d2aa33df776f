import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'

/** Plan, add-ons and billing details of an organization. */
export const billingQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug, 'billing'],
    queryFn: ({ signal }) => dataApi.billing.retrieve({ params: { slug }, signal }),
  })
