import type { LogLevel } from '@colonnade/core'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { byOffset } from '../../lib/paged-list/pages.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { logFollowMs } from './limits.ts'

/** What the owner decided for the installation. */
export const installationQuery = queryOptions({
  queryKey: keyOf('/platform/installation'),
  queryFn: ({ signal }) => organizationApi.installation.retrieve({ signal }),
})

/** The machine's figures, which change constantly, so they're polled while shown. */
export const machineQuery = queryOptions({
  queryKey: keyOf('/platform/installation/machine'),
  queryFn: ({ signal }) => organizationApi.installation.retrieveMachine({ signal }),
  refetchInterval: 10_000,
})

/** What was copied to an object storage; that goes on while it is looked at. */
export const offsiteQuery = queryOptions({
  queryKey: keyOf('/platform/installation/offsite'),
  queryFn: ({ signal }) => organizationApi.offsite.retrieve({ signal }),
  refetchInterval: ({ state }) => (state.data?.is_copying === true ? 1_000 : 10_000),
})

/** How invoices are paid. */
export const installationPaymentsQuery = queryOptions({
  queryKey: keyOf('/platform/installation/payments'),
  queryFn: ({ signal }) => organizationApi.installationPayments.retrieve({ signal }),
  refetchInterval: 10_000,
})

/** Invoices of all organizations. The key is that of features/billing. */
export const hostedInvoicesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('/platform/installation/invoices', undefined, { search }),
    queryFn: ({ signal, pageParam }) => organizationApi.installationInvoices.list({ query: { search, offset: pageParam }, signal }),
    ...byOffset,
    placeholderData: keepPreviousData,
  })

export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('/platform/installation/people', undefined, search),
    queryFn: ({ signal, pageParam }) => organizationApi.installation.listPeople({ query: { search, offset: pageParam }, signal }),
    ...byOffset,
    placeholderData: keepPreviousData,
  })

export const hostedOrganizationsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('/platform/installation/organizations', undefined, search),
    queryFn: ({ signal, pageParam }) => organizationApi.installation.listOrganizations({ query: { search, offset: pageParam }, signal }),
    ...byOffset,
    placeholderData: keepPreviousData,
  })

/** The platform's own log, newest first. */
export const logsQuery = (query: { readonly level: LogLevel; readonly search: string; readonly limit: number }, isFollowed: boolean) =>
  queryOptions({
    queryKey: keyOf('/platform/installation/logs', undefined, query),
    queryFn: ({ signal }) => organizationApi.installation.listLogs({ query, signal }),
    refetchInterval: isFollowed && logFollowMs,
    placeholderData: keepPreviousData,
  })

/** Which version runs, and which one is on the disk. */
export const releasesQuery = queryOptions({
  queryKey: keyOf('/platform/installation/releases'),
  queryFn: ({ signal }) => organizationApi.installation.retrieveReleases({ signal }),
})
