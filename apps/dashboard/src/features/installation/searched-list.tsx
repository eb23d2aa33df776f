import { Button, EmptyState, SearchInput, Skeleton } from '@colonnade/ui'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'

export interface SearchedListProps<Item> {
  /** "people" */
  readonly label: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly query: Pick<
    UseInfiniteQueryResult<{ readonly pages: readonly { readonly items: readonly Item[] }[] }>,
    'data' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
  >
  readonly keyOf: (item: Item) => string
  readonly renderItem: (item: Item) => ReactNode
}

/** A list that the server searches, and gives page by page. */
export function SearchedList<Item>({ label, search, onSearch, query, keyOf, renderItem }: SearchedListProps<Item>) {
  const items = query.data?.pages.flatMap((page) => page.items)
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label={`Search ${label}`}
        placeholder={`Search ${label}`}
        className="max-w-80"
        value={search}
        maxLength={200}
        onChange={(event) => onSearch(event.target.value)}
      />
      {items === undefined ? (
        query.error ? (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading label={label} />
        )
      ) : items.length === 0 ? (
        <EmptyState icon={<SearchX aria-hidden />} title={`No ${label} found`} action={<Button onClick={() => onSearch('')}>Show all</Button>}>
          Nothing has “{search}” in its name or address.
        </EmptyState>
      ) : (
        <ul aria-label={label} className="ruled rounded-lg border bg-surface">
          {items.map((item) => (
            <li key={keyOf(item)} className="flex items-center gap-3 px-4 py-3">
              {renderItem(item)}
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button className="self-center" isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Loading({ label }: { readonly label: string }) {
  return (
    <output aria-label={`Loading ${label}`} className="flex flex-col ruled rounded-lg border bg-surface">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex flex-col gap-3 p-4">
          <Skeleton className="w-1/3" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      ))}
    </output>
  )
}
