import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { entitiesQuery, entityQuery, schemasQuery } from '../../../features/table-editor/queries.ts'
import { defaultSchema, EditorSearch, entityRefOf } from '../../../features/table-editor/search.ts'
import { TableEditorPage } from '../../../features/table-editor/table-editor-page.tsx'
import { paths } from '../../../paths.ts'
import { projectQuery } from '../../../scope/queries.ts'

export const Route = createFileRoute('/project/$ref/editor')({
  validateSearch: EditorSearch,
  loaderDeps: ({ search: { schema, table } }) => ({ schema, table }),
  // started, not awaited: the page shows at once, and what it lacks as it comes
  loader: ({ context: { queryClient }, params: { ref }, deps }) => {
    const entity = entityRefOf(deps)
    void queryClient.prefetchQuery(schemasQuery(ref))
    void queryClient.prefetchInfiniteQuery(entitiesQuery(ref, deps.schema ?? defaultSchema, ''))
    if (entity !== null) void queryClient.prefetchQuery(entityQuery(ref, entity))
  },
  component: function EditorRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    const { data: project } = useSuspenseQuery(projectQuery(ref))
    return (
      <TableEditorPage
        key={ref}
        projectRef={ref}
        projectName={project.name}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        onWriteSql={(content) => void navigate({ href: `${paths.project.sql(ref)}?${new URLSearchParams({ content }).toString()}` })}
        renderLink={(to, className, children, onClick) => (
          <Link from={Route.fullPath} search={to} className={className} onClick={onClick}>
            {children}
          </Link>
        )}
      />
    )
  },
})
