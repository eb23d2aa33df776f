import { Badge, Button, buttonClass, Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { paths } from '../../paths.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { followableTablesQuery, followWarnings } from '../../scope/realtime/followable-tables.ts'
import { followText } from '../../scope/realtime/messages.ts'
import { useProject } from '../../scope/use-project.ts'
import { tablesText } from './messages.ts'

/** Lists the published tables. */
export function PublishedPanel({ projectRef }: { readonly projectRef: string }) {
  const { status, sleep } = useProject(projectRef)
  const mayRead = useIsAllowed(projectRef)('database:read')
  // loading wakes the project, so it waits for a click
  const [isAsked, setIsAsked] = useState(false)
  const isRunning = status === 'ACTIVE_HEALTHY'
  const isEnabled = mayRead && isRunning && (sleep === 'awake' || isAsked)
  const { data, error, refetch } = useQuery({ ...followableTablesQuery(projectRef), enabled: isEnabled })
  const published = data?.filter(({ is_published }) => is_published)
  return (
    <Panel label={tablesText.title}>
      <PanelHeader
        title={tablesText.title}
        description={tablesText.description}
        aside={
          mayRead && (
            <AppLink href={paths.project.realtimeTables(projectRef)} className={buttonClass({ size: 'sm', variant: 'secondary' })}>
              {tablesText.manage}
            </AppLink>
          )
        }
      />
      {published !== undefined && published.length > 0 ? (
        <ul aria-label={tablesText.title} className="ruled">
          {published.map((table) => (
            <li key={table.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
              <AppLink
                href={paths.project.table(projectRef, table)}
                className="min-w-0 flex-1 truncate rounded-sm font-mono text-xs hover:text-accent"
              >
                {table.schema}.{table.name}
              </AppLink>
              {followWarnings(table).map((warning) => (
                <span key={warning} title={followText.warnings[warning].long}>
                  <Badge tone="warning">{followText.warnings[warning].short}</Badge>
                </span>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <PanelContent>
          {published !== undefined ? (
            <p className="text-soft">{tablesText.none}</p>
          ) : !mayRead ? (
            <p className="text-soft">{tablesText.noRight}</p>
          ) : !isEnabled ? (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-soft">{isRunning ? tablesText.asleep : tablesText.paused}</p>
              {isRunning && <Button onClick={() => setIsAsked(true)}>{tablesText.wake}</Button>}
            </div>
          ) : error === null ? (
            <output aria-label={tablesText.loading}>
              <Skeleton className="h-12 w-full" />
            </output>
          ) : (
            <ErrorNotice error={error} subject={tablesText.failed} onRetry={() => void refetch()} />
          )}
        </PanelContent>
      )}
    </Panel>
  )
}
