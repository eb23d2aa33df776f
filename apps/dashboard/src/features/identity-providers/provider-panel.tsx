import type { IdentityProvider } from '@colonnade/contracts/people/identity-providers'
import { Button, EmptyState, Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AddDialog } from './add-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { panelText } from './messages.ts'
import { ProviderRow } from './provider-row.tsx'
import { identityProvidersQuery } from './queries.ts'
import { RemoveDialog } from './remove-dialog.tsx'

/** With what people can sign in beside their password, for the owner of the installation. */
export function ProviderPanel() {
  const { data, error, refetch } = useQuery(identityProvidersQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [editing, setEditing] = useState<IdentityProvider>()
  const [removing, setRemoving] = useState<IdentityProvider>()
  return (
    <Panel label={panelText.providers}>
      <PanelHeader
        title={panelText.providers}
        description={panelText.description}
        aside={
          data !== undefined &&
          data.items.length > 0 && (
            <Button size="sm" onClick={() => setIsAdding(true)}>
              {panelText.addProvider}
            </Button>
          )
        }
      />
      {data === undefined ? (
        <PanelContent>{error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading />}</PanelContent>
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={<LogIn aria-hidden />}
          title={panelText.emptyTitle}
          className="border-0"
          action={
            <Button variant="primary" onClick={() => setIsAdding(true)}>
              {panelText.addProvider}
            </Button>
          }
        >
          {panelText.emptyBody}
        </EmptyState>
      ) : (
        <ul aria-label={panelText.providers} className="ruled">
          {data.items.map((provider) => (
            <ProviderRow key={provider.key} provider={provider} onEdit={() => setEditing(provider)} onRemove={() => setRemoving(provider)} />
          ))}
        </ul>
      )}
      <AddDialog isOpen={isAdding} onOpenChange={setIsAdding} callbackBase={data?.callback_base ?? ''} />
      <EditDialog provider={editing} onClose={() => setEditing(undefined)} />
      <RemoveDialog provider={removing} onClose={() => setRemoving(undefined)} />
    </Panel>
  )
}

function Loading() {
  return (
    <output aria-label={panelText.loading} className="flex flex-col gap-3">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
