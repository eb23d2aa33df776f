import { createFileRoute } from '@tanstack/react-router'
import { diagramQuery } from '../../../../features/database/schemas/schema-queries.ts'
import { SchemaSearch } from '../../../../features/database/schemas/schema-search.ts'
import { SchemasPage } from '../../../../features/database/schemas/schemas-page.tsx'
import { defaultSchema } from '../../../../scope/schemas/default-schema.ts'
import { schemasQuery } from '../../../../scope/schemas/schemas.ts'

export const Route = createFileRoute('/project/$ref/database/schemas')({
  validateSearch: SchemaSearch,
  loaderDeps: ({ search: { schema } }) => ({ schema }),
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref }, deps: { schema = defaultSchema } }) => {
    void queryClient.prefetchQuery(schemasQuery(ref, true))
    void queryClient.prefetchQuery(diagramQuery(ref, schema))
  },
  component: function SchemasRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <SchemasPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
