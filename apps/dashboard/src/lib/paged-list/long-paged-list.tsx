import { InfiniteList, type InfiniteListProps, type InfiniteListState } from '@colonnade/ui'
import type { Pages } from './pages.ts'

export interface LongPagedListProps<Item> extends Omit<InfiniteListProps<Item>, 'items' | 'state' | 'hasMore' | 'onMore'> {
  readonly pages: Pages<Item>
}

/** A list of any length that loads its pages while people scroll; only what is in sight is in the document. */
export function LongPagedList<Item>({ pages, ...list }: LongPagedListProps<Item>) {
  const { items = [], hasMore, error, retry, loadMore } = pages
  return <InfiniteList {...list} items={items} state={stateOf(pages)} hasMore={hasMore} onMore={error === null ? loadMore : retry} />
}

function stateOf({ items, error, isLoadingMore }: Pages<unknown>): InfiniteListState {
  if (error !== null) return 'failed'
  if (items === undefined) return 'loading'
  return isLoadingMore ? 'more' : 'ready'
}
