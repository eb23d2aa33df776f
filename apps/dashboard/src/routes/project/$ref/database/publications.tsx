import { createFileRoute } from '@tanstack/react-router'
import { publicationsQuery } from '../../../../features/database/publications/publication-queries.ts'
import { PublicationsPage } from '../../../../features/database/publications/publications-page.tsx'
import { DatabaseSearch } from '../../../../features/database/objects/database-search.ts'

export const Route = createFileRoute('/project/$ref/database/publications')({
  validateSearch: DatabaseSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(publicationsQuery(ref))
  },
  component: function PublicationsRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <PublicationsPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
