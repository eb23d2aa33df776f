import { EmptyState } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { Page } from '../../lib/page.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { useTitle } from '../../lib/use-title.ts'
import { EntryList } from './entry-list.tsx'
import { accountAuditText, auditText } from './messages.ts'
import { accountAuditQuery } from './queries.ts'

/** A person's own changes: in all their organizations, and to their account. */
export function AccountAuditPage() {
  useTitle(auditText.title)
  const pages = pagesOf(useInfiniteQuery(accountAuditQuery))
  return (
    <Page title={auditText.title} description={accountAuditText.description}>
      <EntryList
        pages={pages}
        empty={
          <EmptyState icon={<ScrollText aria-hidden />} title={accountAuditText.empty.title}>
            {accountAuditText.empty.text}
          </EmptyState>
        }
      />
    </Page>
  )
}
