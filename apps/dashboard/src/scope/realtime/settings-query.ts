import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'

export const realtimeSettingsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/config/realtime', { ref }),
    queryFn: ({ signal }) => dataApi.realtimeSettings.retrieve({ params: { ref }, signal }),
  })
