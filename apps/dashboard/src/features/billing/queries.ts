import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'

/** Plan, add-ons and billing details of an organization. */
export const billingQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug, 'billing'],
    queryFn: ({ signal }) => organizationApi.billing.retrieve({ params: { slug }, signal }),
  })

/** Invoices of an organization, the last one first, a page at a time. */
export const invoicesQuery = (slug: string) =>
  infiniteQueryOptions({
    queryKey: ['organizations', slug, 'invoices'],
    queryFn: ({ signal, pageParam }) => organizationApi.invoices.list({ params: { slug }, query: { offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next_offset,
  })

/** One invoice with its lines. */
export const invoiceQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['organizations', slug, 'invoices', id],
    queryFn: ({ signal }) => organizationApi.invoices.retrieve({ params: { slug, id }, signal }),
  })

/** Where the browser gets one as a file. */
export function invoiceFileAddress(slug: string, id: string): string {
  return `/platform/organizations/${encodeURIComponent(slug)}/invoices/${encodeURIComponent(id)}/file`
}
