import { createFileRoute } from '@tanstack/react-router'
import { RealtimePoliciesPage } from '../../../../features/realtime-policies/policies-page.tsx'
import { RealtimePoliciesSearch } from '../../../../features/realtime-policies/search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/realtime/policies')({
  validateSearch: RealtimePoliciesSearch,
  component: function RealtimePoliciesRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Realtime policies">
        <RealtimePoliciesPage
          projectRef={ref}
          search={search}
          onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
            void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
          }
        />
      </NeedsCapability>
    )
  },
})
