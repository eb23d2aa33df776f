import { Panel, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { realtimeSettingsQuery } from '../../scope/realtime/settings-query.ts'
import { useProject } from '../../scope/use-project.ts'
import { AccessForm } from './access-form.tsx'
import { DisconnectPanel } from './disconnect-panel.tsx'
import { LimitsForm } from './limits-form.tsx'
import { pageText } from './messages.ts'
import { PublishedPanel } from './published-panel.tsx'

/** Shows the Realtime settings. */
export function RealtimeSettingsPage({ projectRef }: { readonly projectRef: string }) {
  const { name } = useProject(projectRef)
  useTitle(pageText.title, name)
  const { data, error, refetch } = useQuery(realtimeSettingsQuery(projectRef))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={pageText.title} description={pageText.description} width="narrow">
        {data === undefined ? (
          error === null ? (
            <Panel className="p-4">
              <output aria-label={pageText.loading} className="flex flex-col gap-3">
                <Skeleton className="w-1/3" />
                <Skeleton className="h-9 w-full" />
              </output>
            </Panel>
          ) : (
            <ErrorNotice error={error} subject={pageText.failed} onRetry={() => void refetch()} />
          )
        ) : (
          <>
            <AccessForm key={`access ${projectRef}`} projectRef={projectRef} saved={data} />
            <LimitsForm key={`limits ${projectRef}`} projectRef={projectRef} saved={data} />
            <PublishedPanel projectRef={projectRef} />
            <DisconnectPanel projectRef={projectRef} />
          </>
        )}
      </Page>
    </div>
  )
}
