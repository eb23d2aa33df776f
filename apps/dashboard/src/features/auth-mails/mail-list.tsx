import { Panel } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { SkeletonCards } from '../../lib/paged-list/skeleton-cards.tsx'
import { MailRow } from './mail-row.tsx'
import { list, mailListText } from './messages.ts'
import { type MailFilter, mailsQuery, useMailNews } from './queries.ts'

export interface MailListProps {
  readonly projectRef: string
  readonly filter: MailFilter
  /** In place of a list without mails. */
  readonly empty: ReactNode
  readonly onOpen: (id: string) => void
}

/** Mails to users of a project, followed while it is open. */
export function MailList({ projectRef, filter, empty, onOpen }: MailListProps) {
  useMailNews(projectRef)
  const pages = pagesOf(useInfiniteQuery(mailsQuery(projectRef, filter)))
  return (
    <PagedList
      pages={pages}
      label={mailListText.emails}
      subject={list.failed}
      skeleton={<SkeletonCards lines={['w-1/2', 'w-1/3']} />}
      empty={pages.hasMore ? null : empty}
    >
      {(mails) => (
        <Panel>
          <ul aria-label={list.label} className="divide-y">
            {mails.map((each) => (
              <MailRow key={each.id} mail={each} onOpen={() => onOpen(each.id)} />
            ))}
          </ul>
        </Panel>
      )}
    </PagedList>
  )
}
