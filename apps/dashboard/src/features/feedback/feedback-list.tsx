import type { Feedback } from '@colonnade/contracts/installation/feedback'
import { Button, EmptyState, RelativeTime, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { messages } from './messages.ts'
import { Picture } from './picture.tsx'
import { feedbackListQuery } from './queries.ts'

/** What people have sent, for the owner of the installation. */
export function FeedbackList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(feedbackListQuery)
  const items = data?.pages.flatMap((page) => page.items)
  if (!items) return error ? <ErrorNotice error={error} subject={messages.listFailed} onRetry={() => void refetch()} /> : <Loading />
  if (items.length === 0) {
    return (
      <EmptyState icon={<MessageSquare aria-hidden />} title="No feedback yet">
        What people send with Feedback, at the top of every page, appears here.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Feedback" className="flex flex-col ruled rounded-lg border bg-surface">
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
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

function Loading() {
  return (
    <output aria-label="Loading feedback" className="flex flex-col ruled rounded-lg border bg-surface">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex flex-col gap-3 p-4">
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </output>
  )
}

/** The tab, with how many there are as far as they are loaded: "3", "20+". */
export function FeedbackTab() {
  const { data } = useInfiniteQuery(feedbackListQuery)
  const count = data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0
  const isAll = data?.pages.at(-1)?.next_offset === null
  return <>Feedback {count > 0 && <span className="ml-1 text-xs text-faint tabular-nums">{isAll ? count : `${count}+`}</span>}</>
}
