/** A list that the server gives page by page, as far as it is loaded. */
export interface Pages<Item> {
  /** Undefined until the first page is there. */
  readonly items: readonly Item[] | undefined
  /** Why the first page, or the next one, could not be loaded; null where nothing failed. */
  readonly error: unknown
  /** Loads what failed once more. */
  readonly retry: () => void
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

/** What `useInfiniteQuery` returns for pages with `items`. */
interface PagedResult<Item> {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined
  readonly error: unknown
  readonly refetch: () => unknown
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => unknown
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
}

/** Returns the pages of a query: `pagesOf(useInfiniteQuery(mailsQuery))`. A list that only failed to refresh counts as loaded. */
export function pagesOf<Item>(query: PagedResult<Item>): Pages<Item> {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const loadMore = () => void fetchNextPage()
  return {
    items: data?.pages.flatMap(({ items }) => items),
    error: data === undefined || isFetchNextPageError ? error : null,
    retry: data === undefined ? () => void refetch() : loadMore,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore,
  }
}

/** How a query pages by `offset`: `infiniteQueryOptions({ ...byOffset, … })`. */
export const byOffset = {
  initialPageParam: 0,
  getNextPageParam: (page: { readonly next_offset: number | null }) => page.next_offset,
}

/** How a query pages by a `before` cursor; the first page has none. */
export const byCursor = {
  initialPageParam: null as number | null,
  getNextPageParam: (page: { readonly next_before: number | null }) => page.next_before,
}

/** Returns how many there are as far as they are loaded: "3", "20+"; nothing where there are none. */
export function countSoFar({ items, hasMore }: Pick<Pages<unknown>, 'items' | 'hasMore'>): string {
  if (items === undefined || items.length === 0) return ''
  return hasMore ? `${items.length}+` : `${items.length}`
}
