import { createFileRoute } from '@tanstack/react-router'
import { StoragePoliciesPage } from '../../../../features/storage-policies/policies-page.tsx'
import { StoragePoliciesSearch } from '../../../../features/storage-policies/search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/storage/policies')({
  validateSearch: StoragePoliciesSearch,
  component: function StoragePoliciesRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Storage policies">
        <StoragePoliciesPage
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
