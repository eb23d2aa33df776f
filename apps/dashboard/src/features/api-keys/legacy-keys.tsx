import type { ApiKey, LegacyKeyName } from '@colonnade/contracts/api/api-keys'
import { ConfirmDialog, Panel, PanelFooter, PanelHeader, Switch, toast } from '@colonnade/ui'
import { useState } from 'react'
import { failureText } from '../../lib/error-notice.tsx'
import { KeyClients, KeyUse } from './key-use.tsx'
import { KeyValue } from './key-value.tsx'
import { legacyText, neverUsedText, noChangeText, turnOffText, turnOffTitle, legacyKeysText } from './messages.ts'
import { useSwitchLegacy } from './mutations.ts'

export interface LegacyKeysProps {
  readonly projectRef: string
  readonly keys: readonly ApiKey[]
  readonly mayChange: boolean
}

/** The two legacy keys, each of which can be turned off. */
export function LegacyKeys({ projectRef, keys, mayChange }: LegacyKeysProps) {
  const change = useSwitchLegacy(projectRef)
  const [turningOff, setTurningOff] = useState<ApiKey>()
  const turnOn = (name: LegacyKeyName) =>
    change.mutate(
      { name, isEnabled: true },
      {
        onSuccess: () => toast.success(legacyKeysText.turnedOn(name)),
        onError: (error) => toast.error(failureText(legacyKeysText.turnOnFailure(name), error)),
      },
    )
  return (
    <Panel label={legacyKeysText.legacyAPIKeys}>
      <PanelHeader title={legacyKeysText.legacyAPIKeys} description={legacyText} />
      <ul aria-label={legacyKeysText.legacyAPIKeys} className="ruled">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-col gap-2 px-4 py-3">
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <p className="font-medium">{key.name}</p>
                <p className="mt-0.5 dotted text-xs text-faint">
                  <KeyUse apiKey={key} />
                </p>
              </div>
              <Switch
                isOn={key.is_enabled}
                disabled={!mayChange || change.isPending}
                label={
                  <span className="text-sm">
                    {key.is_enabled ? 'On' : 'Off'}
                    <span className="sr-only">{legacyKeysText.key(key.name)}</span>
                  </span>
                }
                onChange={(isOn) => (isOn ? turnOn(key.name as LegacyKeyName) : setTurningOff(key))}
              />
            </div>
            <KeyValue projectRef={projectRef} apiKey={key} />
          </li>
        ))}
      </ul>
      {!mayChange && <PanelFooter note={noChangeText}>{null}</PanelFooter>}
      <ConfirmDialog
        isOpen={turningOff !== undefined}
        onOpenChange={(isOpen) => !isOpen && setTurningOff(undefined)}
        isDanger
        title={turnOffTitle(turningOff?.name ?? '')}
        description={turnOffText}
        confirmLabel={legacyKeysText.turnOff}
        onConfirm={async () => {
          if (turningOff === undefined) return
          await change.mutateAsync({ name: turningOff.name as LegacyKeyName, isEnabled: false })
          toast.success(legacyKeysText.turnedOff(turningOff.name))
        }}
      >
        {turningOff && (turningOff.clients.length > 0 ? <KeyClients apiKey={turningOff} /> : <p className="text-sm">{neverUsedText}</p>)}
      </ConfirmDialog>
    </Panel>
  )
}
