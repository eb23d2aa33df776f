import { Button, ConfirmDialog, Panel, PanelHeader, toast } from '@colonnade/ui'
import { useState } from 'react'
import { useIsAllowed } from '../../scope/permissions.ts'
import { disconnectText } from './messages.ts'
import { useDisconnectAll } from './queries.ts'

/** Closes all connections, for those who can change the settings. */
export function DisconnectPanel({ projectRef }: { readonly projectRef: string }) {
  const isAllowed = useIsAllowed(projectRef)('realtime:all')
  const disconnect = useDisconnectAll(projectRef)
  const [isAsking, setIsAsking] = useState(false)
  if (!isAllowed) return null
  return (
    <Panel label={disconnectText.title}>
      <PanelHeader
        title={disconnectText.title}
        description={disconnectText.description}
        aside={
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            {disconnectText.action}
          </Button>
        }
      />
      {isAsking && (
        <ConfirmDialog
          isOpen
          isDanger
          onOpenChange={setIsAsking}
          title={disconnectText.confirmTitle}
          description={disconnectText.confirmText}
          confirmLabel={disconnectText.action}
          onConfirm={async () => {
            await disconnect.mutateAsync()
            toast.success(disconnectText.done)
          }}
        />
      )}
    </Panel>
  )
}
