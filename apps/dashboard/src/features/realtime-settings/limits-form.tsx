import { type RealtimeConfig, realtimeDefaults, realtimeLimitsMost } from '@colonnade/contracts/realtime/realtime-settings'
import { Button, Field, Input, Panel, PanelHeader } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { useProject } from '../../scope/use-project.ts'
import { limitsText } from './messages.ts'
import { useChangeRealtimeSettings } from './queries.ts'
import { limitChangesOf, limitNames, type LimitName, limitsEffect, TypedLimits, typedLimitsOf } from './settings-draft.ts'

export interface LimitsFormProps {
  readonly projectRef: string
  readonly saved: RealtimeConfig
}

/** Edits the limits of clients, within the plan. */
export function LimitsForm({ projectRef, saved }: LimitsFormProps) {
  const project = useProject(projectRef)
  const { data: organization } = useSuspenseQuery(organizationQuery(project.organization_slug))
  const defaults = realtimeDefaults(organization.plan.id, organization.usage_billing_enabled)
  const mayChange = useIsAllowed(projectRef)('realtime:all')
  const change = useChangeRealtimeSettings(projectRef)
  const { control, errors, settings } = useSettings({
    schema: TypedLimits,
    values: typedLimitsOf(saved),
    mutation: { ...change, mutate: (sent: z.output<typeof TypedLimits>, then) => change.mutate(limitChangesOf(saved, sent, defaults), then) },
    valuesOf: typedLimitsOf,
    doneText: limitsText.saved,
    focusAfter: 'max_concurrent_users',
  })
  const typed = useWatch({ control, defaultValue: typedLimitsOf(saved) })
  return (
    <Panel label={limitsText.title}>
      <PanelHeader title={limitsText.title} description={limitsText.description(organization.plan.name)} />
      <SettingsForm
        settings={settings}
        note={limitsEffect(saved, { ...typedLimitsOf(saved), ...typed })}
        whyReadOnly={mayChange ? undefined : whoMay('realtime:all', limitsText.subject)}
        className="grid gap-5 sm:grid-cols-2"
      >
        {limitNames.map((name) => (
          <LimitField key={name} {...{ control, name }} standard={defaults[name]} isReadOnly={!mayChange} error={errors[name]?.message} />
        ))}
        <div className="flex flex-col gap-1.5">
          <p className="font-medium">{limitsText.pool}</p>
          <p className="text-xs wrap-anywhere text-faint">{limitsText.poolHint(saved.connection_pool)}</p>
        </div>
      </SettingsForm>
    </Panel>
  )
}

interface LimitFieldProps {
  readonly control: Control<TypedLimits, unknown, z.output<typeof TypedLimits>>
  readonly name: LimitName
  /** Default of the plan. */
  readonly standard: number
  readonly isReadOnly: boolean
  readonly error: string | undefined
}

function LimitField({ control, name, standard, isReadOnly, error }: LimitFieldProps) {
  const { field } = useController({ control, name })
  const { label, hint } = limitsText.limits[name]
  return (
    <Field
      label={label}
      hint={`${hint} ${limitsText.range(standard, realtimeLimitsMost[name])}`}
      error={error}
      aside={
        !isReadOnly &&
        field.value !== String(standard) && (
          <Button size="sm" variant="ghost" className="-my-1" aria-label={limitsText.resetOf(label)} onClick={() => field.onChange(String(standard))}>
            {limitsText.reset}
          </Button>
        )
      }
    >
      <Input inputMode="numeric" autoComplete="off" {...field} />
    </Field>
  )
}
