import type { FoundSnippet, Snippet } from '@colonnade/contracts/data/snippets'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'
import { snippetPageSize, snippetSearchSize } from '../limits.ts'

const key = (ref: string) => keyOf('/platform/projects/{ref}/snippets', { ref })

/** Every snippet of a project that the person sees, without its text; by name. */
export const snippetsQuery = (ref: string) =>
  queryOptions({
    queryKey: [...key(ref), 'all'],
    queryFn: async ({ signal }) => {
      const found: Snippet[] = []
      let offset: number | null = 0
      while (offset !== null) {
        const page: { items: FoundSnippet[]; next_offset: number | null } = await dataApi.snippets.list({
          params: { ref },
          query: { offset, limit: snippetPageSize },
          signal,
        })
        found.push(...page.items)
        offset = page.next_offset
      }
      return found
    },
    staleTime: 30_000,
  })

/** One with its text, as it is kept: to be read only. */
export const snippetQuery = (ref: string, id: string) =>
  queryOptions({
    queryKey: [...key(ref), id, 'text'],
    queryFn: ({ signal }) => dataApi.snippets.retrieve({ params: { ref, id }, signal }),
    staleTime: 0,
  })

/** Those whose name, folder, tags or text hold what is searched for, with the line. */
export const snippetSearchQuery = (ref: string, search: string) =>
  queryOptions({
    queryKey: [...key(ref), 'search', search],
    queryFn: ({ signal }) => dataApi.snippets.list({ params: { ref }, query: { search, limit: snippetSearchSize }, signal }),
    staleTime: 10_000,
  })

export const snippetVersionsQuery = (ref: string, id: string) =>
  queryOptions({
    queryKey: [...key(ref), id, 'versions'],
    queryFn: async ({ signal }) => {
      const first = await dataApi.snippets.versions({ params: { ref, id }, query: { limit: 100 }, signal })
      if (first.next_offset === null) return first.items
      const rest = await dataApi.snippets.versions({ params: { ref, id }, query: { limit: 100, offset: first.next_offset }, signal })
      return [...first.items, ...rest.items]
    },
    staleTime: 0,
  })

export const snippetVersionQuery = (ref: string, id: string, version: number) =>
  queryOptions({
    queryKey: [...key(ref), id, 'versions', version],
    queryFn: ({ signal }) => dataApi.snippets.retrieveVersion({ params: { ref, id, version: String(version) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Writes a state of a snippet into the list, so that it need not be fetched again. */
export function noteSnippet(client: QueryClient, ref: string, snippet: Snippet): void {
  const all = snippetsQuery(ref)
  // a response still on its way may have been written before the change
  if (client.isFetching(all) > 0) void client.cancelQueries(all).then(() => client.invalidateQueries(all))
  client.setQueryData(all.queryKey, (known) => known && [...known.filter(({ id }) => id !== snippet.id), snippet])
  void client.invalidateQueries({ queryKey: [...key(ref), 'search'] })
}

export function dropSnippet(client: QueryClient, ref: string, id: string): void {
  client.setQueryData(snippetsQuery(ref).queryKey, (known) => known?.filter((each) => each.id !== id))
  void client.invalidateQueries({ queryKey: [...key(ref), 'search'] })
}

/** Many have changed at once. */
export function refreshSnippets(client: QueryClient, ref: string): Promise<void> {
  return client.invalidateQueries({ queryKey: key(ref) })
}
