import { ConfirmDialog, Panel, PanelContent, Switch, toast } from '@colonnade/ui'
import { useState, type ReactNode } from 'react'
import { failureText } from '../../lib/error-notice.tsx'
import { useIsAllowed } from '../../scope/permissions.ts'
import { enabled, noChangeText } from './messages.ts'
import { useChangeRestSettings } from './queries.ts'

export interface EnabledPanelProps {
  readonly projectRef: string
  readonly isEnabled: boolean
  /** Who called lately, for whoever is about to disable it. */
  readonly callers: ReactNode
}

/** Enables the data API, or disables it after asking. */
export function EnabledPanel({ projectRef, isEnabled, callers }: EnabledPanelProps) {
  const mayChange = useIsAllowed(projectRef)('projects:update')
  const change = useChangeRestSettings(projectRef)
  const [isAsking, setIsAsking] = useState(false)
  const enable = () =>
    change.mutate(
      { is_enabled: true },
      {
        onSuccess: () => toast.success(enabled.on),
        onError: (error) => toast.error(failureText('enable the data API', error)),
      },
    )
  return (
    <Panel label={enabled.title}>
      <PanelContent className="flex flex-col gap-1">
        <Switch
          className="self-start font-medium"
          isOn={isEnabled}
          disabled={!mayChange || change.isPending}
          label={isEnabled ? enabled.on : enabled.off}
          onChange={(isOn) => (isOn ? enable() : setIsAsking(true))}
        />
        <p className="text-soft">{isEnabled ? enabled.onText : enabled.offText}</p>
        {!mayChange && <p className="text-xs text-faint">{noChangeText}</p>}
      </PanelContent>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        isDanger
        title={enabled.turnOffTitle}
        description={enabled.turnOffText}
        confirmLabel={enabled.turnOff}
        onConfirm={async () => {
          await change.mutateAsync({ is_enabled: false })
          toast.success(enabled.off)
        }}
      >
        {callers}
      </ConfirmDialog>
    </Panel>
  )
}
