import { Button, ConfirmDialog, Panel, PanelHeader, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsVisible } from '../../lib/use-is-visible.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { realtimeLiveQuery } from '../../scope/realtime/live-query.ts'
import { disconnectText } from './messages.ts'
import { useDisconnectAll } from './queries.ts'

/** Interval between counts of connected clients, in milliseconds. */
const livePollMs = 5_000

/** Disconnects all clients, for members who can edit the settings. */
export function DisconnectPanel({ projectRef }: { readonly projectRef: string }) {
  const isAllowed = useIsAllowed(projectRef)('realtime:all')
  const disconnect = useDisconnectAll(projectRef)
  const [isAsking, setIsAsking] = useState(false)
  const isVisible = useIsVisible()
  const { data: live } = useQuery({ ...realtimeLiveQuery(projectRef), enabled: isAllowed, refetchInterval: isVisible && livePollMs })
  const clients = live?.connections
  if (!isAllowed) return null
  return (
    <Panel label={disconnectText.title}>
      <PanelHeader
        title={disconnectText.title}
        description={clients === undefined ? disconnectText.description : `${disconnectText.connected(clients)} ${disconnectText.description}`}
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
          description={disconnectText.confirmText(clients)}
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
