import type { RestSettingsChanges } from '@colonnade/contracts/api/rest-settings'
import { listExposure } from '@colonnade/pg-meta/exposure'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { fetchRows } from '../../scope/fetch-rows.ts'
import { sqlKey } from '../../scope/keys/keys.ts'
import { restSettingsQuery } from '../../scope/project-settings/rest-settings-query.ts'

export function useChangeRestSettings(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RestSettingsChanges) => dataApi.restSettings.update({ params: { ref }, body }),
    onSuccess: (saved) => queryClient.setQueryData(restSettingsQuery(ref).queryKey, saved),
  })
}

/** What requests without and with a signed-in user can do in these schemas. */
export const exposureQuery = (ref: string, schemas: readonly string[]) =>
  queryOptions({
    queryKey: sqlKey(ref, 'exposure', schemas),
    queryFn: ({ signal }) => fetchRows(ref, listExposure({ schemas }), signal),
    staleTime: 10_000,
  })
