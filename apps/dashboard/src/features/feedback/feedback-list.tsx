import type { Feedback } from '@colonnade/contracts/installation/feedback'
import { EmptyState, RelativeTime } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import { countSoFar, pagesOf } from '../../lib/paged-list/pages.ts'
import { SkeletonCards } from '../../lib/paged-list/skeleton-cards.tsx'
import { messages, listText } from './messages.ts'
import { Picture } from './picture.tsx'
import { feedbackListQuery } from './queries.ts'

/** What people have sent, for the owner of the installation. */
export function FeedbackList() {
  const pages = pagesOf(useInfiniteQuery(feedbackListQuery))
  return (
    <div className="flex flex-col gap-3">
      <PagedList
        pages={pages}
        label={listText.list}
        subject={messages.listFailed}
        skeleton={<SkeletonCards lines={['h-3 w-full', 'h-3 w-1/3']} />}
        empty={
          <EmptyState icon={<MessageSquare aria-hidden />} title={listText.emptyTitle}>
            {listText.emptyBody}
          </EmptyState>
        }
      >
        {(items) => (
          <ul aria-label={listText.label} className="flex flex-col ruled rounded-lg border bg-surface">
            {items.map((item) => (
              <li key={item.id}>
                <Item item={item} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

function Item({ item }: { readonly item: Feedback }) {
  const { message, author, organization_slug, project_ref, pathname, screenshot_url, inserted_at } = item
  const place = [organization_slug, project_ref].filter((part) => part !== null).join(' / ')
  return (
    <article className="flex flex-col gap-3 p-4 sm:flex-row">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="max-h-96 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{message}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-xs wrap-anywhere text-faint">
          <span className="text-soft">{author.primary_email}</span>
          {place !== '' && <span>{place}</span>}
          {pathname !== null && <span className="font-mono">{pathname}</span>}
          <RelativeTime value={inserted_at} />
        </p>
      </div>
      {screenshot_url !== null && <Picture source={screenshot_url} className="h-24 w-40 shrink-0" />}
    </article>
  )
}

/** The tab, with how many there are as far as they are loaded: "3", "20+". */
export function FeedbackTab() {
  const count = countSoFar(pagesOf(useInfiniteQuery(feedbackListQuery)))
  return (
    <>
      {listText.tab}
      {count !== '' && <span className="ml-1 text-xs text-faint tabular-nums">{count}</span>}
    </>
  )
}
