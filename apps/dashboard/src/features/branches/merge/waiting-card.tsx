import { type Branch, defaultBranchName } from '@colonnade/contracts/copies/branches'
import { Badge, Card, CodeBlock, Loading, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { Fold } from '../../../lib/panels/fold.tsx'
import { addressOf, pages } from '../../../paths.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { migrationName, migrationsText } from './merge-words.ts'
import { waitingCardText } from './messages.ts'
import { areAwake, waitingQuery } from './waiting-changes.ts'

export interface WaitingCardProps {
  readonly branch: Branch
  readonly main: Branch
  /** The last merge and its status. */
  readonly since: string
  /** Whether it also shows when nothing waits: after a merge, the outcome says so. */
  readonly isAlone: boolean
}

/** The migrations that a rehearsal would replay, before there is one. */
export function WaitingCard({ branch, main, since, isAlone }: WaitingCardProps) {
  const isAllowed = useIsAllowed(branch.project_ref)
  const isAsked = isAllowed('database:read') && areAwake(branch, main)
  const hasLog = isAllowed('database:write')
  const { data, error, refetch } = useQuery({
    ...waitingQuery({ branch: branch.project_ref, target: main.project_ref, hasLog, since }),
    enabled: isAsked,
  })
  if (!isAsked) return null
  if (error !== null) return <ErrorNotice error={error} subject={waitingCardText.failedLoadMigrations} onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <Loading label={waitingCardText.migrations}>
        <Skeleton className="h-24 w-full rounded-lg" />
      </Loading>
    )
  }
  const { migrations, unrecorded } = data
  if (!isAlone && migrations.length === 0) return null
  return (
    <Card title={waitingCardText.migrationsMerge} aside={<Badge>{migrationsText(migrations.length)}</Badge>}>
      {migrations.length === 0 ? (
        <p className="px-4 py-3 text-soft">{waitingCardText.hasAllMigrations(defaultBranchName, branch.name)}</p>
      ) : (
        <ul aria-label={waitingCardText.migrationsMerge} className="[&>li:first-child_section]:border-t-0">
          {migrations.map((migration) => (
            <li key={migration.version}>
              <Fold title={migrationName(migration)} summary={<span className="font-mono text-xs text-faint">{migration.version}</span>}>
                <CodeBlock
                  code={(migration.statements ?? []).join(';\n\n')}
                  label={waitingCardText.sql(migration.version)}
                  isWrapped
                  isCopyable
                  className="max-h-80 overflow-auto"
                />
              </Fold>
            </li>
          ))}
        </ul>
      )}
      {unrecorded > 0 && (
        <p className="border-t px-4 py-3 text-sm text-soft">
          {waitingCardText.unrecorded(unrecorded, branch.name)}{' '}
          <AppLink href={`${addressOf(pages.database.migrations, { ref: branch.project_ref })}?act=drift`} className="text-accent underline">
            {waitingCardText.recordMigration(unrecorded)}
          </AppLink>
        </p>
      )}
    </Card>
  )
}
