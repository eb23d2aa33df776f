import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { DatabaseSearch } from '../../../../features/database/objects/database-search.ts'
import { triggersQuery } from '../../../../features/database/triggers/trigger-queries.ts'
import { TriggersPage } from '../../../../features/database/triggers/triggers-page.tsx'
import { schemasQuery } from '../../../../scope/schemas/schemas.ts'
import { defaultSchema } from '../../../../scope/schemas/default-schema.ts'

export const Route = createFileRoute('/project/$ref/database/triggers')({
  validateSearch: DatabaseSearch.extend({ of: z.literal('events').optional().catch(undefined) }),
  loaderDeps: ({ search: { schema } }) => ({ schema }),
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref }, deps: { schema = defaultSchema } }) => {
    void queryClient.prefetchQuery(schemasQuery(ref, true))
    void queryClient.prefetchQuery(triggersQuery(ref, schema))
  },
  component: function TriggersRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <TriggersPage
        projectRef={ref}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
      />
    )
  },
})
