import type { ReactNode } from 'react'
import { Loading } from '@colonnade/ui'
import { ErrorNotice } from '../error-notice.tsx'
import { MoreButton } from './more-button.tsx'
import type { Pages } from './pages.ts'

export interface PagedListProps<Item> {
  readonly pages: Pages<Item>
  /** What the list has, for people who don't see it load: "tickets". */
  readonly label: string
  /** In place of the list while its first page loads, such as `SkeletonCards`. */
  readonly skeleton: ReactNode
  /** In place of a list without entries. */
  readonly empty: ReactNode
  /** What failed, as the support form's subject: "Failed to load tickets". */
  readonly subject?: string
  /** The same of a later page. */
  readonly moreSubject?: string
  /** The button of the next page; "Show more" unless given. */
  readonly moreLabel?: string
  /** The entries. */
  readonly children: (items: readonly Item[]) => ReactNode
}

/** A list that the server gives page by page, with a button for the next page. `LongPagedList` loads it while people scroll. */
export function PagedList<Item>({ pages, label, skeleton, empty, subject, moreSubject = subject, moreLabel, children }: PagedListProps<Item>) {
  const { items, error, retry } = pages
  if (items === undefined) {
    return error === null ? <Loading label={label}>{skeleton}</Loading> : <ErrorNotice error={error} subject={subject} onRetry={retry} />
  }
  return (
    <>
      {items.length === 0 ? empty : children(items)}
      {error !== null && <ErrorNotice error={error} subject={moreSubject} onRetry={retry} />}
      <MoreButton pages={pages} {...(moreLabel !== undefined && { label: moreLabel })} />
    </>
  )
}
