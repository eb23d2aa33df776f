import { createFileRoute } from '@tanstack/react-router'
import { DatabaseSearch } from '../../../../features/database/objects/database-search.ts'
import { PoliciesPage } from '../../../../features/database/policies/policies-page.tsx'
import { policiesQuery } from '../../../../scope/policies/policy-queries.ts'
import { relationsQuery } from '../../../../features/database/tables/table-queries.ts'
import { defaultSchema } from '../../../../scope/schemas/default-schema.ts'
import { schemasQuery } from '../../../../scope/schemas/schemas.ts'

export const Route = createFileRoute('/project/$ref/auth/policies')({
  validateSearch: DatabaseSearch,
  loaderDeps: ({ search: { schema } }) => ({ schema }),
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref }, deps: { schema = defaultSchema } }) => {
    void queryClient.prefetchQuery(schemasQuery(ref, true))
    void queryClient.prefetchQuery(relationsQuery(ref, schema))
    void queryClient.prefetchQuery(policiesQuery(ref, schema))
  },
  component: function PoliciesRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <PoliciesPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
