import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SqlEditorPage } from '../../../features/sql-editor/sql-editor-page.tsx'
import { projectQuery } from '../../../scope/queries.ts'

const Search = z.object({
  /** A text to write into the editor. */
  content: z.string().optional().catch(undefined),
})

export const Route = createFileRoute('/project/$ref/sql/new')({
  validateSearch: Search,
  component: function SqlRoute() {
    const { ref } = Route.useParams()
    const { content } = Route.useSearch()
    const navigate = Route.useNavigate()
    const { data: project } = useSuspenseQuery(projectQuery(ref))
    return (
      <SqlEditorPage
        key={ref}
        projectRef={ref}
        projectName={project.name}
        addition={content}
        onAdditionTaken={() => void navigate({ search: {}, replace: true })}
      />
    )
  },
})
