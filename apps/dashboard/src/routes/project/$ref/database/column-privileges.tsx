import { createFileRoute } from '@tanstack/react-router'
import { relationsQuery } from '../../../../features/database/tables/table-queries.ts'
import { ColumnPrivilegesPage } from '../../../../features/database/column-privileges/column-privileges-page.tsx'
import { DatabaseSearch } from '../../../../features/database/objects/database-search.ts'
import { defaultSchema } from '../../../../scope/schemas/default-schema.ts'

export const Route = createFileRoute('/project/$ref/database/column-privileges')({
  validateSearch: DatabaseSearch,
  loaderDeps: ({ search: { schema } }) => ({ schema }),
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref }, deps: { schema = defaultSchema } }) => {
    void queryClient.prefetchQuery(relationsQuery(ref, schema))
  },
  component: function ColumnPrivilegesRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <ColumnPrivilegesPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
