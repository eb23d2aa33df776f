import { createFileRoute } from '@tanstack/react-router'
import { FunctionsPage } from '../../../../features/edge-functions/list/functions-page.tsx'
import { FunctionsSearch } from '../../../../features/edge-functions/list/search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'
import { paths } from '../../../../paths.ts'

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
          onCreated={(slug) => void navigate({ to: paths.project.edgeFunction(ref, slug), ignoreBlocker: true })}
          onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
            void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
          }
        />
      </NeedsCapability>
    )
  },
})
