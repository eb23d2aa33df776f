import { createFileRoute } from '@tanstack/react-router'
import { ProvidersPage } from '../../../../features/auth-settings/providers/providers-page.tsx'
import { authOverviewQuery } from '../../../../features/auth-settings/queries.ts'
import { OpenFormSearch } from '../../../../features/auth-settings/search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/providers')({
  validateSearch: OpenFormSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(authOverviewQuery(ref)),
  component: function ProvidersRoute() {
    const { ref } = Route.useParams()
    const { open } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Sign In / Providers">
        <ProvidersPage
          projectRef={ref}
          open={open}
          onOpen={(id, { isSaved = false } = {}) => void navigate({ search: { open: id }, ignoreBlocker: isSaved, resetScroll: false })}
        />
      </NeedsCapability>
    )
  },
})
