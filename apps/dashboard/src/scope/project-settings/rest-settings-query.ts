import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'

/** The settings of the data API as they are in the database now. Asking wakes the project. */
export const restSettingsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/postgrest', { ref }),
    queryFn: ({ signal }) => dataApi.restSettings.retrieve({ params: { ref }, signal }),
  })
