import { type StorageCredential, storageCredentialsMax } from '@colonnade/contracts/storage/storage-credentials'
import { Badge, Button, ConfirmDialog, Panel, PanelContent, PanelHeader, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { PlainTime } from '../../lib/lists/plain-time.tsx'
import { useIsAllowed } from '../../scope/permissions.ts'
import { KeyDialog } from './key-dialog.tsx'
import { keysText } from './messages.ts'
import { accessKeysQuery, useRevokeAccessKey } from './queries.ts'

/** Lists S3 access keys, for members who can create and revoke them. */
export function KeysPanel({ projectRef }: { readonly projectRef: string }) {
  return useIsAllowed(projectRef)('project_storage:all') ? <Keys projectRef={projectRef} /> : null
}

function Keys({ projectRef }: { readonly projectRef: string }) {
  const { data: list, error, refetch } = useQuery(accessKeysQuery(projectRef))
  const data = list?.data
  const revoke = useRevokeAccessKey(projectRef)
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<StorageCredential>()
  const isFull = (data?.length ?? 0) >= storageCredentialsMax
  return (
    <Panel label={keysText.title}>
      <PanelHeader
        title={keysText.title}
        description={isFull ? keysText.full(storageCredentialsMax) : keysText.description}
        aside={
          <Button size="sm" disabled={isFull} onClick={() => setIsCreating(true)}>
            <Plus aria-hidden /> {keysText.create}
          </Button>
        }
      />
      {data === undefined ? (
        <PanelContent>
          {error === null ? (
            <output aria-label={keysText.loading}>
              <Skeleton className="h-8 w-full" />
            </output>
          ) : (
            <ErrorNotice error={error} subject={keysText.loadFailed} onRetry={() => void refetch()} />
          )}
        </PanelContent>
      ) : data.length === 0 ? (
        <PanelContent>
          <p className="text-soft">{keysText.none}</p>
        </PanelContent>
      ) : (
        <ul aria-label={keysText.title} className="divide-y">
          {data.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex items-center gap-2">
                  <span className="min-w-0 truncate font-medium">{key.description}</span>
                  {key.user_id !== null && <Badge>{keysText.isOneUser}</Badge>}
                </p>
                <p className="font-mono text-xs break-all text-faint">{key.access_key}</p>
              </div>
              <span className="text-xs text-soft">
                {key.last_used_at === null ? (
                  keysText.neverUsed
                ) : (
                  <>
                    {keysText.lastUsed} <PlainTime value={key.last_used_at} />
                  </>
                )}
              </span>
              <Button size="sm" aria-label={keysText.revokeOf(key.description)} onClick={() => setRevoking(key)}>
                {keysText.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isCreating && <KeyDialog projectRef={projectRef} onClose={() => setIsCreating(false)} />}
      {revoking !== undefined && (
        <ConfirmDialog
          isOpen
          isDanger
          onOpenChange={(isOpen) => !isOpen && setRevoking(undefined)}
          title={keysText.revokeTitle(revoking.description)}
          description={keysText.revokeText}
          confirmLabel={keysText.revokeConfirm}
          onConfirm={async () => {
            await revoke.mutateAsync(revoking.id)
            toast.success(keysText.revoked)
          }}
        />
      )}
    </Panel>
  )
}
