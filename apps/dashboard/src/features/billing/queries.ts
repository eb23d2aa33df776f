import type { InvoicePayment } from '@colonnade/contracts/billing/invoices'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { byOffset } from '../../lib/paged-list/pages.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** How often invoices are fetched while one of them is being paid. */
const paymentLookMs = 5_000

/** The card that invoices are charged to. */
export const paymentsQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/payments', { slug }),
    queryFn: ({ signal }) => organizationApi.payments.retrieve({ params: { slug }, signal }),
  })

/** What happened on a page of Stripe. Fetched once: the invoices and the card show it from then on. */
export const returnQuery = (slug: string, page: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/payments/pages/{page}', { slug, page }),
    queryFn: ({ signal }) => organizationApi.payments.retrievePage({ params: { slug, page }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Key of an organization’s invoices; null for those of all organizations. */
export const invoicesKey = (slug: string | null) =>
  slug === null ? keyOf('/platform/installation/invoices') : keyOf('/platform/organizations/{slug}/invoices', { slug })

/** The cost of the current month, and the estimate of its invoice. */
export const upcomingQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/invoices/upcoming', { slug }),
    queryFn: ({ signal }) => organizationApi.invoices.upcoming({ params: { slug }, signal }),
  })

/** Invoices of an organization, newest first, a page at a time. */
export const invoicesQuery = (slug: string) =>
  infiniteQueryOptions({
    queryKey: invoicesKey(slug),
    queryFn: ({ signal, pageParam }) => organizationApi.invoices.list({ params: { slug }, query: { offset: pageParam }, signal }),
    ...byOffset,
    // a payment in progress ends on its own
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status, payment }) => status === 'open' && isMoving(payment))) === true && paymentLookMs,
  })

/** One invoice with its lines: of an organization, or of any for the owner of the installation. */
export const invoiceQuery = (slug: string | null, id: string) =>
  queryOptions({
    queryKey: [...invoicesKey(slug), id],
    queryFn: ({ signal }) =>
      slug === null
        ? organizationApi.installationInvoices.retrieve({ params: { id }, signal })
        : organizationApi.invoices.retrieve({ params: { slug, id }, signal }),
  })

/** Where the browser gets one as a file. */
export function invoiceFileAddress(slug: string | null, id: string): string {
  const place = slug === null ? 'installation' : `organizations/${encodeURIComponent(slug)}`
  return `/platform/${place}/invoices/${encodeURIComponent(id)}/file`
}

function isMoving(payment: InvoicePayment | null): boolean {
  return payment !== null && ['waiting', 'paying', 'page'].includes(payment.state)
}
