import { createFileRoute } from '@tanstack/react-router'
import { FunctionsPage } from '../../../../features/edge-functions/list/functions-page.tsx'
import { FunctionsSearch } from '../../../../features/edge-functions/list/search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/functions/')({
  validateSearch: FunctionsSearch,
  component: function EdgeFunctionsRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Edge Functions">
        <FunctionsPage
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
