import { createClient } from '@colonnade/client'
import { dataApi as calls } from '@colonnade/contracts/apis/data-api'
import { noteRefusal } from './client.ts'
import { watched, watchedFetch } from './reachability.ts'

/** The calls of pages that work with the data of a project: `dataApi.snippets.list({ params: { ref } })`. */
export const dataApi = createClient(calls, { fetch: watchedFetch, onRefusal: noteRefusal })

/** Returns a data API client that uses another fetch, for example one that reports upload progress or streams the response body. */
export function dataApiOver(fetch: typeof globalThis.fetch): typeof dataApi {
  return createClient(calls, { fetch: watched(fetch), onRefusal: noteRefusal })
}
