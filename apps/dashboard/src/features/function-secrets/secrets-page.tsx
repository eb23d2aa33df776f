import { EmptyState, Panel, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { DefaultVariables } from './default-variables.tsx'
import { pageText } from './messages.ts'
import { secretsQuery } from './queries.ts'
import { SecretTable } from './secret-table.tsx'

/** What functions of a project read from their environment. */
export function SecretsPage({ projectRef }: { readonly projectRef: string }) {
  const { name } = useProject(projectRef)
  useTitle(pageText.title, name)
  const isAllowed = useIsAllowed(projectRef)('project_edge_function:all')
  const { data: secrets, error, refetch } = useQuery({ ...secretsQuery(projectRef), enabled: isAllowed })
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={pageText.title} description={pageText.description}>
        {!isAllowed ? (
          <EmptyState icon={<Lock aria-hidden />} title={pageText.noRight.title}>
            {pageText.noRight.text}
          </EmptyState>
        ) : secrets !== undefined ? (
          <SecretTable secrets={secrets} />
        ) : error === null ? (
          <output aria-label="Loading secrets" className="flex flex-col gap-2">
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
          </output>
        ) : (
          <ErrorNotice error={error} subject="Failed to load secrets" onRetry={() => void refetch()} />
        )}
        <Panel>
          <PanelHeader title="Default variables" description="Every function has these. You can’t change them." />
          <DefaultVariables />
        </Panel>
      </Page>
    </div>
  )
}
