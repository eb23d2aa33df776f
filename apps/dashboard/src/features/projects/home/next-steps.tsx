import { buttonClass, Card } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SquareTerminal, Table2 } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { activityQuery } from '../queries.ts'

/** What to do with a database that has no tables yet. */
export function NextSteps({ projectRef }: { readonly projectRef: string }) {
  const { data } = useQuery(activityQuery(projectRef))
  const isAllowed = useIsAllowed(projectRef)
  if (data?.tables !== 0 || !isAllowed('database:write')) return null
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div>
        <h2 className="font-medium">Your database is empty</h2>
        <p className="text-soft">Write SQL or paste a dump to make its first tables, then browse and edit their rows.</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to={paths.project.sql(projectRef)} className={buttonClass({ variant: 'primary', size: 'sm' })}>
          <SquareTerminal aria-hidden />
          Open the SQL editor
        </Link>
        <Link to={paths.project.editor(projectRef)} className={buttonClass({ size: 'sm' })}>
          <Table2 aria-hidden />
          Open the table editor
        </Link>
      </div>
    </Card>
  )
}
