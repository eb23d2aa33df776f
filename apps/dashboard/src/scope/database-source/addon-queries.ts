import type { AddonReport, AddonType } from '@colonnade/contracts/projects/addons'
import type { Project } from '@colonnade/contracts/projects/projects'
import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type AddonPrices, addonPrices } from '../../lib/texts/addon-prices.ts'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'
import { organizationQuery, projectQuery } from '../queries.ts'

/** Spec §9: add-ons are fetched again after an hour, unless one is changing. */
const addonsFreshMs = 3_600_000
/** How often they are fetched while one is changing, or failing and retried: no event reports the end. */
const changingPollMs = 1_000
const failingPollMs = 15_000

/** Returns how soon to fetch a report again, in milliseconds, or false if nothing is changing. */
export function pollOf(report: AddonReport | undefined): number | false {
  const unsettled = report?.selected_addons.filter(({ state }) => state !== 'READY') ?? []
  // DNS takes its time
  if (unsettled.some(({ type, state }) => type !== 'custom_domain' && state !== 'FAILING')) return changingPollMs
  return unsettled.length > 0 && failingPollMs
}

/** Add-ons that the project has, and those that it may have. */
export const addonsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/billing/addons', { ref }),
    queryFn: ({ signal }) => dataApi.addons.list({ params: { ref }, signal }),
    staleTime: addonsFreshMs,
    refetchInterval: ({ state }) => pollOf(state.data),
  })

/** What the variants of an add-on cost the project's organization. */
export function useAddonPrices({ ref, organization_slug: slug }: Pick<Project, 'ref' | 'organization_slug'>, type: AddonType): AddonPrices {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: report } = useQuery(addonsQuery(ref))
  return addonPrices(organization, report, type)
}

/** The project's own pooler. */
export const pgbouncerQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/config/pgbouncer', { ref }),
    queryFn: ({ signal }) => dataApi.dedicatedPoolers.retrieve({ params: { ref }, signal }),
  })

/** Gives the project a variant of an add-on, or takes the add-on away. */
export function useChooseAddon(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly type: AddonType; readonly variant: string | null }) => dataApi.addons.choose({ params: { ref }, body }),
    onSuccess: (report) => {
      const { queryKey } = addonsQuery(ref)
      queryClient.setQueryData(queryKey, report)
      // the size, the poolers and the backups are shown elsewhere too
      void queryClient.invalidateQueries({ queryKey: projectQuery(ref).queryKey, predicate: (query) => query.queryKey[2] !== queryKey[2] })
    },
  })
}
