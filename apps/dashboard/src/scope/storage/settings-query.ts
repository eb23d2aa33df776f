import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'

export const storageSettingsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/config/storage', { ref }),
    queryFn: ({ signal }) => dataApi.storageSettings.retrieve({ params: { ref }, signal }),
  })
