import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** The signing keys of a project, in the order of their life. */
export const signingKeysQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/config/auth/signing-keys', { ref }),
    queryFn: async ({ signal }) => (await dataApi.signingKeys.list({ params: { ref }, signal })).keys,
  })
