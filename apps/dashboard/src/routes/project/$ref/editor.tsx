import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { entitiesQuery } from '../../../features/table-editor/entities/entity-queries.ts'
import { readEntityView } from '../../../features/table-editor/entities/entity-view.ts'
import { entityQuery } from '../../../features/table-editor/queries.ts'
import { beginRows } from '../../../features/table-editor/rows/begin-rows.ts'
import { EditorSearch, entityRefOf } from '../../../features/table-editor/search.ts'
import { TableEditorPage } from '../../../features/table-editor/table-editor-page.tsx'
import { paths } from '../../../paths.ts'
import { isRoleChosen } from '../../../scope/database-role/database-role.ts'
import { chosenSource } from '../../../scope/database-source/chosen-source.ts'
import { profileQuery, projectQuery } from '../../../scope/queries.ts'
import { schemasQuery } from '../../../scope/schemas/schemas.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'

export const Route = createFileRoute('/project/$ref/editor')({
  validateSearch: EditorSearch,
  loaderDeps: ({ search: { schema, table } }) => ({ schema, table }),
  // started, not awaited: the page shows at once, and what it lacks as it comes
  loader: ({ context: { queryClient }, params: { ref }, deps, location, cause }) => {
    const entity = entityRefOf(deps)
    const { sort, types, hasSystemSchemas } = readEntityView(queryClient.getQueryData(profileQuery.queryKey)?.id ?? '', ref)
    void queryClient.prefetchQuery(schemasQuery(ref, hasSystemSchemas))
    void queryClient.prefetchInfiniteQuery(entitiesQuery(ref, { schema: deps.schema ?? defaultSchema, search: '', sort, types }))
    if (entity === null) return
    const search = EditorSearch.parse(location.search)
    // a link within the editor has begun with its rows when it was pressed
    if (cause === 'enter' && search.from === undefined && !isRoleChosen(ref) && chosenSource(ref) === undefined)
      void beginRows(queryClient, ref, entity, search)
    else void queryClient.prefetchQuery(entityQuery(ref, entity))
  },
  component: function EditorRoute() {
    const { ref } = Route.useParams()
    const search = useAskedSearch(ref)
    const navigate = Route.useNavigate()
    const { data: project } = useSuspenseQuery(projectQuery(ref))
    return (
      <TableEditorPage
        key={ref}
        projectRef={ref}
        projectName={project.name}
        search={search}
        onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
          void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
        }
        onWriteSql={(content) => void navigate({ href: `${paths.project.sql(ref)}?${new URLSearchParams({ content }).toString()}` })}
        renderLink={(to, props) => <Link from={Route.fullPath} search={to} {...props} />}
      />
    )
  },
})

/**
 * Returns the search that was asked for last. The router shows it a moment later, and a second choice in that moment, such as another
 * filter, must build on the first one.
 */
function useAskedSearch(ref: string): EditorSearch {
  const reached = Route.useSearch()
  const asked = useLocation({ select: ({ pathname, search }) => (pathname === paths.project.editor(ref) ? search : null) })
  return useMemo(() => (asked === null ? reached : EditorSearch.parse(asked)), [asked, reached])
}
