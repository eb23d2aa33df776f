import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'

/** A user of a project's auth service. */
export const userQuery = (ref: string, id: string) =>
  queryOptions({
    queryKey: keyOf('/platform/auth/{ref}/users/{id}', { ref, id }),
    queryFn: ({ signal }) => dataApi.authUsers.retrieve({ params: { ref, id }, signal }),
  })
