import { createFileRoute } from '@tanstack/react-router'
import { HooksPage } from '../../../../features/auth-settings/hooks/hooks-page.tsx'
import { authOverviewQuery } from '../../../../features/auth-settings/queries.ts'
import { OpenFormSearch } from '../../../../features/auth-settings/search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/hooks')({
  validateSearch: OpenFormSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(authOverviewQuery(ref)),
  component: function HooksRoute() {
    const { ref } = Route.useParams()
    const { open } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Hooks">
        <HooksPage projectRef={ref} open={open} onOpen={(id) => void navigate({ search: { open: id }, resetScroll: false })} />
      </NeedsCapability>
    )
  },
})
