import { createFileRoute } from '@tanstack/react-router'
import { DatabaseSearch } from '../../../../features/database/objects/database-search.ts'
import { indexesQuery } from '../../../../features/database/indexes/index-queries.ts'
import { IndexesPage } from '../../../../features/database/indexes/indexes-page.tsx'
import { schemasQuery } from '../../../../scope/schemas/schemas.ts'
import { defaultSchema } from '../../../../scope/schemas/default-schema.ts'

export const Route = createFileRoute('/project/$ref/database/indexes')({
  validateSearch: DatabaseSearch,
  loaderDeps: ({ search: { schema } }) => ({ schema }),
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref }, deps: { schema = defaultSchema } }) => {
    void queryClient.prefetchQuery(schemasQuery(ref, true))
    void queryClient.prefetchQuery(indexesQuery(ref, schema))
  },
  component: function IndexesRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <IndexesPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
