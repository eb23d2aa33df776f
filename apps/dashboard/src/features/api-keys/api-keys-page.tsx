import { type ApiKey, type ApiKeyType, apiKeyTypes } from '@colonnade/contracts/api/api-keys'
import { Button, EmptyState, Skeleton, Tabs } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAsked } from '../../lib/asked/use-asked.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { ShownOnce } from '../../lib/secrets/shown-once.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { DeleteKey } from './delete-key.tsx'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import type { KeyTab } from './key-search.ts'
import { KeySection } from './key-section.tsx'
import { LegacyKeys } from './legacy-keys.tsx'
import { createdText, createdTitle, noChangeText, noReadText, pageText, apiKeysPageText } from './messages.ts'
import { apiKeysQuery } from './queries.ts'

export interface ApiKeysPageProps {
  readonly projectRef: string
  readonly tab: KeyTab
  readonly onTab: (tab: KeyTab) => void
}

/** The keys that clients of a project send. */
export function ApiKeysPage({ projectRef, tab, onTab }: ApiKeysPageProps) {
  useTitle(apiKeysPageText.apiKeys)
  const isAllowed = useIsAllowed(projectRef)
  const mayRead = isAllowed('service_keys:read')
  const mayChange = mayRead && isAllowed('projects:update')
  const { data: keys, error, refetch } = useQuery({ ...apiKeysQuery(projectRef), enabled: mayRead })
  const [creating, setCreating] = useState<ApiKeyType>()
  const [created, setCreated] = useState<ApiKey>()
  const [editing, setEditing] = useState<ApiKey>()
  const [deleting, setDeleting] = useState<ApiKey>()
  const create = () => setCreating(tab === 'legacy' ? 'publishable' : 'secret')
  useAsked('new-api-key', mayChange, create)
  const ofType = (type: ApiKey['type']) => keys?.filter((key) => key.type === type) ?? []
  const content = (shown: React.ReactNode) =>
    keys === undefined ? (
      error ? (
        <ErrorNotice error={error} subject={apiKeysPageText.failedLoadAPIKeys} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )
    ) : (
      shown
    )
  return (
    <Page
      title={apiKeysPageText.apiKeys}
      description={pageText}
      actions={
        mayChange && (
          <Button variant="primary" onClick={create}>
            <Plus aria-hidden />
            {apiKeysPageText.createKey}
          </Button>
        )
      }
    >
      {!mayRead ? (
        <EmptyState icon={<Lock aria-hidden />} title={apiKeysPageText.noAccessTitle}>
          {noReadText}
        </EmptyState>
      ) : (
        <>
          {created && keys?.some(({ id }) => id === created.id) === true && (
            <ShownOnce
              key={created.id}
              label={apiKeysPageText.newAPIKey}
              title={createdTitle(created.name)}
              description={createdText}
              onDone={() => setCreated(undefined)}
            >
              <SecretValue label={apiKeysPageText.apiKey} value={created.api_key} />
            </ShownOnce>
          )}
          <Tabs
            label={apiKeysPageText.kinds}
            value={tab}
            onValueChange={onTab}
            panelClassName="flex flex-col gap-6 pt-6"
            tabs={[
              {
                value: 'keys',
                label: apiKeysPageText.publishableSecret,
                content: content(
                  <>
                    {apiKeyTypes.map((type) => (
                      <KeySection
                        key={type}
                        projectRef={projectRef}
                        type={type}
                        keys={ofType(type)}
                        mayChange={mayChange}
                        onCreate={setCreating}
                        onEdit={setEditing}
                        onDelete={setDeleting}
                      />
                    ))}
                    {!mayChange && <p className="text-xs text-faint">{noChangeText}</p>}
                  </>,
                ),
              },
              {
                value: 'legacy',
                label: apiKeysPageText.legacy,
                content: content(<LegacyKeys projectRef={projectRef} keys={ofType('legacy')} mayChange={mayChange} />),
              },
            ]}
          />
        </>
      )}
      <KeyDialog
        projectRef={projectRef}
        type={creating}
        onClose={() => setCreating(undefined)}
        onCreated={(key) => {
          setCreated(key)
          onTab('keys')
        }}
      />
      {editing && <EditKeyDialog key={editing.id} projectRef={projectRef} apiKey={editing} onClose={() => setEditing(undefined)} />}
      {deleting && <DeleteKey key={deleting.id} projectRef={projectRef} apiKey={deleting} onClose={() => setDeleting(undefined)} />}
    </Page>
  )
}

function Loading() {
  return (
    <output aria-label={apiKeysPageText.loadingAPIKeys} className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
      <Skeleton className="h-9 w-full" />
    </output>
  )
}
