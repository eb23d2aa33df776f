import type { RealtimeConfig } from '@colonnade/contracts/realtime/realtime-settings'
import { ConfirmDialog, Panel, PanelHeader, Switch } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { AppLink } from '../../lib/links/app-link.tsx'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { paths } from '../../paths.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { realtimeLiveQuery } from '../../scope/realtime/live-query.ts'
import { accessText } from './messages.ts'
import { useChangeRealtimeSettings } from './queries.ts'
import { accessChangesOf, accessEffect, TypedAccess, typedAccessOf } from './settings-draft.ts'

export interface AccessFormProps {
  readonly projectRef: string
  readonly saved: RealtimeConfig
}

/** Edits who can connect and what they can do. */
export function AccessForm({ projectRef, saved }: AccessFormProps) {
  const isAllowed = useIsAllowed(projectRef)
  const mayChange = isAllowed('realtime:all')
  const change = useChangeRealtimeSettings(projectRef)
  const [isAsking, setIsAsking] = useState(false)
  const { control, settings } = useSettings({
    schema: TypedAccess,
    values: typedAccessOf(saved),
    mutation: { ...change, mutate: (sent: TypedAccess, then) => change.mutate(accessChangesOf(saved, sent), then) },
    valuesOf: typedAccessOf,
    doneText: accessText.saved,
  })
  const typed = useWatch({ control, defaultValue: typedAccessOf(saved) })
  const isSuspending = typed.suspend === true && !saved.suspend
  const { data: live } = useQuery({ ...realtimeLiveQuery(projectRef), enabled: mayChange && isSuspending })
  const effect = accessEffect(saved, { ...typedAccessOf(saved), ...typed }, live?.connections)
  return (
    <Panel label={accessText.title}>
      <PanelHeader title={accessText.title} description={accessText.description} />
      <SettingsForm
        settings={{ ...settings, save: isSuspending ? () => setIsAsking(true) : settings.save }}
        note={effect}
        whyReadOnly={mayChange ? undefined : whoMay('realtime:all', accessText.subject)}
      >
        <SwitchLine control={control} name="private_only" label={accessText.privateOnly} isReadOnly={!mayChange}>
          {accessText.privateOnlyHint}{' '}
          {isAllowed('database:read') && (
            <AppLink href={paths.project.realtimePolicies(projectRef)} className="text-accent underline">
              {accessText.policies}
            </AppLink>
          )}
        </SwitchLine>
        <SwitchLine control={control} name="presence_enabled" label={accessText.presence} isReadOnly={!mayChange}>
          {accessText.presenceHint}
        </SwitchLine>
        <SwitchLine control={control} name="suspend" label={accessText.suspend} isReadOnly={!mayChange}>
          {accessText.suspendHint}
        </SwitchLine>
      </SettingsForm>
      {isAsking && (
        <ConfirmDialog
          isOpen
          isDanger
          onOpenChange={setIsAsking}
          title={accessText.suspendTitle}
          description={effect}
          confirmLabel={accessText.suspendConfirm}
          onConfirm={async () => {
            settings.save()
            setIsAsking(false)
          }}
        />
      )}
    </Panel>
  )
}

interface SwitchLineProps {
  readonly control: Control<TypedAccess, unknown, TypedAccess>
  readonly name: keyof TypedAccess
  readonly label: string
  readonly isReadOnly: boolean
  readonly children: ReactNode
}

function SwitchLine({ control, name, label, isReadOnly, children }: SwitchLineProps) {
  const { field } = useController({ control, name })
  return (
    <div className="flex flex-col gap-1">
      <Switch className="self-start font-medium" isOn={field.value} disabled={isReadOnly} label={label} onChange={field.onChange} />
      <p className="text-xs text-faint">{children}</p>
    </div>
  )
}
