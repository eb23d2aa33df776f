import { createFileRoute } from '@tanstack/react-router'
import { DatabaseSearch } from '../../../../features/database/objects/database-search.ts'
import { functionsQuery } from '../../../../features/database/functions/function-queries.ts'
import { FunctionsPage } from '../../../../features/database/functions/functions-page.tsx'
import { schemasQuery } from '../../../../scope/schemas/schemas.ts'
import { defaultSchema } from '../../../../scope/schemas/default-schema.ts'

export const Route = createFileRoute('/project/$ref/database/functions')({
  validateSearch: DatabaseSearch,
  loaderDeps: ({ search: { schema } }) => ({ schema }),
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref }, deps: { schema = defaultSchema } }) => {
    void queryClient.prefetchQuery(schemasQuery(ref, true))
    void queryClient.prefetchQuery(functionsQuery(ref, schema))
  },
  component: function FunctionsRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <FunctionsPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
