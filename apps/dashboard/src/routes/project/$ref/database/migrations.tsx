import { createFileRoute } from '@tanstack/react-router'
import { migrationsQuery } from '../../../../features/database/migrations/migration-queries.ts'
import { MigrationsPage } from '../../../../features/database/migrations/migrations-page.tsx'
import { DatabaseSearch } from '../../../../features/database/objects/database-search.ts'

export const Route = createFileRoute('/project/$ref/database/migrations')({
  validateSearch: DatabaseSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(migrationsQuery(ref)),
  component: function MigrationsRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <MigrationsPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
