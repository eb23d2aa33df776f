import { EmptyState } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { Page } from '../../lib/page.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { useTitle } from '../../lib/use-title.ts'
import { EntryList } from './entry-list.tsx'
import { accountAuditQuery } from './queries.ts'

/** What a person did: in all of their organizations, and to their account. */
export function AccountAuditPage() {
  useTitle('Audit log')
  const pages = pagesOf(useInfiniteQuery(accountAuditQuery))
  return (
    <Page
      title="Audit log"
      description="What you did, in all of your organizations and to your account. If something was not you, change your password."
    >
      <EntryList
        pages={pages}
        empty={
          <EmptyState icon={<ScrollText aria-hidden />} title="Nothing was done yet">
            What you change, and where you sign in, is written here.
          </EmptyState>
        }
      />
    </Page>
  )
}
