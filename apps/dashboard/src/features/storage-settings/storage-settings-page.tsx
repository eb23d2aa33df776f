import { Panel, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { storageSettingsQuery } from '../../scope/storage/settings-query.ts'
import { useProject } from '../../scope/use-project.ts'
import { KeysPanel } from './keys-panel.tsx'
import { LimitsForm } from './limits-form.tsx'
import { pageText } from './messages.ts'
import { S3Panel } from './s3-panel.tsx'
import { SpacePanel } from './space-panel.tsx'

/** Shows the storage settings of a project. */
export function StorageSettingsPage({ projectRef }: { readonly projectRef: string }) {
  const { name } = useProject(projectRef)
  useTitle(pageText.title, name)
  const { data, error, refetch } = useQuery(storageSettingsQuery(projectRef))
  return (
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
          <ErrorNotice error={error} subject={pageText.loadFailed} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <LimitsForm key={projectRef} projectRef={projectRef} saved={data} />
          <S3Panel projectRef={projectRef} isOn={data.features.s3Protocol.enabled} />
          <KeysPanel projectRef={projectRef} />
          <SpacePanel projectRef={projectRef} />
        </>
      )}
    </Page>
  )
}
