import { createFileRoute } from '@tanstack/react-router'
import { ApiDocsPage } from '../../../features/api-docs/api-docs-page.tsx'
import { ApiDocsSearch } from '../../../features/api-docs/api-docs-search.ts'
import { restSettingsQuery } from '../../../scope/project-settings/rest-settings-query.ts'
import { NeedsCapability } from '../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/api')({
  validateSearch: ApiDocsSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(restSettingsQuery(ref))
  },
  component: function ApiDocsRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="API Docs">
        <ApiDocsPage
          key={ref}
          projectRef={ref}
          search={search}
          onSearch={(next, { isReplaced = false } = {}) => void navigate({ search: next, replace: isReplaced, resetScroll: false })}
        />
      </NeedsCapability>
    )
  },
})
