import { Button, EmptyState, SearchInput } from '@colonnade/ui'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import type { Pages } from '../../lib/paged-list/pages.ts'
import { SkeletonCards } from '../../lib/paged-list/skeleton-cards.tsx'
import { searchedListText } from './messages.ts'

export interface SearchedListProps<Item> {
  /** "people" */
  readonly label: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly pages: Pages<Item>
  readonly keyOf: (item: Item) => string
  readonly renderItem: (item: Item) => ReactNode
}

/** A list that the server searches, and gives page by page. */
export function SearchedList<Item>({ label, search, onSearch, pages, keyOf, renderItem }: SearchedListProps<Item>) {
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label={searchedListText.search(label)}
        placeholder={searchedListText.search(label)}
        className="max-w-80"
        value={search}
        maxLength={200}
        onChange={(event) => onSearch(event.target.value)}
      />
      <PagedList
        pages={pages}
        label={label}
        skeleton={<SkeletonCards lines={['w-1/3', 'h-3 w-2/3']} />}
        empty={
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={searchedListText.noFound(label)}
            action={<Button onClick={() => onSearch('')}>{searchedListText.showAll}</Button>}
          >
            {searchedListText.noNamesAddressesContain(search)}
          </EmptyState>
        }
      >
        {(items) => (
          <ul aria-label={label} className="ruled rounded-lg border bg-surface">
            {items.map((item) => (
              <li key={keyOf(item)} className="flex items-center gap-3 px-4 py-3">
                {renderItem(item)}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
