import { type SchemaCacheState, schemaCacheType } from '@colonnade/rest-query'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { claimsOfKey } from '../../scope/database-role/role-queries.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { apiParametersOf } from '../../scope/project-settings/api-parameters.ts'
import { watchedFetch } from '../../scope/reachability.ts'
import { requestToken } from '../../scope/request-tokens/request-token.ts'

/** Asks the data API about its schema cache. */
export const schemaCacheQuery = (ref: string) =>
  queryOptions({
    queryKey: [...keyOf('/v1/projects/{ref}/postgrest', { ref }), 'schema-cache'],
    queryFn: async ({ signal }) => askSchemaCache(ref, 'default', signal),
    staleTime: 10_000,
  })

/** Has the data API reload the schema, and returns the new state. */
export const reloadSchemaCache = (ref: string): Promise<SchemaCacheState> => askSchemaCache(ref, 'no-cache')

/** @throws Error with the gateway's reason, such as a data API that is turned off */
async function askSchemaCache(ref: string, cache: 'default' | 'no-cache', signal?: AbortSignal): Promise<SchemaCacheState> {
  const settings = await api.projectSettings.settings({ params: { ref }, signal })
  const { insight_token: token } = await requestToken(ref, { role: 'anon', claims: claimsOfKey(ref, 'anon') }, false)
  const reply = await watchedFetch(`/api/${ref}/rest/v1/`, {
    headers: {
      apikey: apiParametersOf(settings).anonKey,
      authorization: `Bearer ${token}`,
      accept: schemaCacheType,
      ...(cache === 'no-cache' && { 'cache-control': cache }),
    },
    credentials: 'omit',
    ...(signal && { signal }),
  })
  const answer = (await reply.json()) as SchemaCacheState | { readonly message: string }
  if (!('loaded_at' in answer)) throw new Error(answer.message)
  return answer
}
