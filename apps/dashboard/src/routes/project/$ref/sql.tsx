import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useParams, useSearch } from '@tanstack/react-router'
import { SqlEditorPage } from '../../../features/sql-editor/sql-editor-page.tsx'
import { paths } from '../../../paths.ts'
import { projectQuery } from '../../../scope/queries.ts'

/** Also a new text, as it was at the addresses of other dashboards. */
const newIds: readonly (string | undefined)[] = [undefined, '1']

// the pages below share one editor: a new snippet gets its own address while you type, without resetting the editor
export const Route = createFileRoute('/project/$ref/sql')({
  component: function SqlRoute() {
    const { ref } = Route.useParams()
    const { id } = useParams({ strict: false })
    const { content } = useSearch({ strict: false }) as { readonly content?: string }
    const navigate = Route.useNavigate()
    const { data: project } = useSuspenseQuery(projectQuery(ref))
    return (
      <SqlEditorPage
        key={ref}
        projectRef={ref}
        projectName={project.name}
        documentId={newIds.includes(id) ? null : id!}
        onShow={(next, { isReplaced } = { isReplaced: false }) =>
          void navigate({ href: paths.project.sql(ref, next ?? 'new'), replace: isReplaced, resetScroll: false })
        }
        addition={content}
      />
    )
  },
})
