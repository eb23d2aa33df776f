import { createFileRoute } from '@tanstack/react-router'
import { CallersList } from '../../../../features/api-keys/callers-list.tsx'
import { DataApiPage } from '../../../../features/rest-settings/data-api-page.tsx'
import { DataApiSearch } from '../../../../features/rest-settings/search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/settings/api')({
  validateSearch: DataApiSearch,
  component: function DataApiRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Data API">
        <DataApiPage
          projectRef={ref}
          callers={<CallersList projectRef={ref} />}
          search={search}
          onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
            void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
          }
        />
      </NeedsCapability>
    )
  },
})
