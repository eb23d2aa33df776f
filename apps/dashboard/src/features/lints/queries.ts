import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { requireRef } from '../../scope/required.ts'

/** What the advisors find in the database of an active project (spec §4: only then are they run). */
export const lintsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/run-lints', { ref }),
    queryFn: ({ signal }) => api.lints.run({ params: { ref: requireRef(ref) }, signal }),
    staleTime: 30_000,
  })
