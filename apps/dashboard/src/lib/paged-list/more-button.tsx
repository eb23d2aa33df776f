import { Button } from '@colonnade/ui'
import type { Pages } from './pages.ts'

export interface MoreButtonProps {
  readonly pages: Pick<Pages<unknown>, 'hasMore' | 'isLoadingMore' | 'loadMore'>
  readonly label?: string
  readonly size?: 'sm'
}

/** Loads the next page; nothing after the last. */
export function MoreButton({ pages: { hasMore, isLoadingMore, loadMore }, label = 'Show more', size }: MoreButtonProps) {
  if (!hasMore) return null
  return (
    <Button className="self-center" isPending={isLoadingMore} onClick={loadMore} {...(size !== undefined && { size })}>
      {label}
    </Button>
  )
}
