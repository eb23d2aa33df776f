import { createFileRoute } from '@tanstack/react-router'
import { MailsSection } from '../../../../features/auth-mails/mails-section.tsx'
import { MailsSearch } from '../../../../features/auth-mails/search.ts'
import { smtpPage } from '../../../../features/auth-settings/pages/service-pages.ts'
import { authOverviewQuery } from '../../../../features/auth-settings/queries.ts'
import { SmtpPage } from '../../../../features/auth-settings/smtp/smtp-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/smtp')({
  validateSearch: MailsSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(authOverviewQuery(ref)),
  component: function SmtpRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    const onSearch = (next: MailsSearch, { isReplaced = false } = {}) => void navigate({ search: next, replace: isReplaced, resetScroll: false })
    return (
      <NeedsCapability projectRef={ref} capability="machine" title={smtpPage.title}>
        <SmtpPage
          projectRef={ref}
          tab={search.tab ?? 'settings'}
          onTab={(tab) => onSearch({ tab: tab === 'emails' ? tab : undefined })}
          emails={<MailsSection key={ref} projectRef={ref} search={search} onSearch={onSearch} />}
        />
      </NeedsCapability>
    )
  },
})
