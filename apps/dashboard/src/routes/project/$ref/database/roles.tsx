import { createFileRoute } from '@tanstack/react-router'
import { rolesQuery } from '../../../../features/database/roles/role-queries.ts'
import { RolesPage } from '../../../../features/database/roles/roles-page.tsx'
import { DatabaseSearch } from '../../../../features/database/objects/database-search.ts'

export const Route = createFileRoute('/project/$ref/database/roles')({
  validateSearch: DatabaseSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(rolesQuery(ref))
  },
  component: function RolesRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <RolesPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
