import { createFileRoute } from '@tanstack/react-router'
import { extensionsQuery, loadableExtensionsQuery } from '../../../../features/database/extensions/extension-queries.ts'
import { ExtensionsPage } from '../../../../features/database/extensions/extensions-page.tsx'
import { DatabaseSearch } from '../../../../features/database/objects/database-search.ts'

export const Route = createFileRoute('/project/$ref/database/extensions')({
  validateSearch: DatabaseSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(extensionsQuery(ref))
    void queryClient.prefetchQuery(loadableExtensionsQuery(ref))
  },
  component: function ExtensionsRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <ExtensionsPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
