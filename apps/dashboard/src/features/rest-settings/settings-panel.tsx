import type { RestSettings } from '@colonnade/contracts/api/rest-settings'
import { Button, Field, Input, Panel, PanelHeader, Select, Switch, Textarea } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useController } from 'react-hook-form'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { schemasQuery } from '../../scope/schemas/schemas.ts'
import { CreateSchemaPanel } from './create-schema-panel.tsx'
import { apiSchema, createSchema, noChangeText, settings as texts } from './messages.ts'
import { useChangeRestSettings } from './queries.ts'
import { SchemaListField } from './schema-list-field.tsx'
import { changesOf, listOf, namesOf, TypedSettings, typedOf } from './settings-draft.ts'

export interface SettingsPanelProps {
  readonly projectRef: string
  readonly saved: RestSettings
}

/** What the data API serves, and how. */
export function SettingsPanel({ projectRef, saved }: SettingsPanelProps) {
  const isAllowed = useIsAllowed(projectRef)
  const isReadOnly = !isAllowed('projects:update')
  const { data: found } = useQuery(schemasQuery(projectRef))
  const schemas = found?.map(({ name }) => name)
  const [isCreating, setIsCreating] = useState(false)
  const change = useChangeRestSettings(projectRef)
  const { register, control, errors, settings } = useSettings({
    schema: TypedSettings,
    values: typedOf(saved),
    mutation: { ...change, mutate: (sent, then) => change.mutate(changesOf(saved, sent), then) },
    valuesOf: typedOf,
    doneText: texts.savedText,
    focusAfter: 'max_rows',
  })
  const { field: exposed } = useController({ control, name: 'db_schema' })
  const mayCreateSchema = !isReadOnly && isAllowed('database:write') && schemas?.includes(apiSchema) === false
  // an error of one origin stands in the list
  const originError =
    errors.allowed_origins?.message ?? (Array.isArray(errors.allowed_origins) ? errors.allowed_origins.find(Boolean)?.message : undefined)
  return (
    <Panel label={texts.title}>
      <PanelHeader title={texts.title} description={texts.description} />
      <SettingsForm settings={settings} whyReadOnly={isReadOnly ? noChangeText : undefined} className="grid gap-5 md:grid-cols-2">
        <div className="col-span-full flex min-w-0 flex-col gap-2">
          <SchemaListField
            {...texts.schemas}
            error={errors.db_schema?.message}
            value={exposed.value}
            onChange={exposed.onChange}
            hasDefault
            {...{ schemas, isReadOnly }}
          />
          {mayCreateSchema && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft">
              <span className="min-w-0 flex-1 basis-64">{createSchema.offer}</span>
              <Button size="sm" onClick={() => setIsCreating(true)}>
                {createSchema.action}
              </Button>
            </p>
          )}
          {isCreating && (
            <CreateSchemaPanel
              projectRef={projectRef}
              onClose={() => setIsCreating(false)}
              onDone={() => {
                setIsCreating(false)
                exposed.onChange(listOf([apiSchema, ...namesOf(exposed.value)]))
              }}
            />
          )}
        </div>
        <Controller
          control={control}
          name="db_extra_search_path"
          render={({ field: { value, onChange } }) => (
            <SchemaListField {...texts.searchPath} error={errors.db_extra_search_path?.message} {...{ value, onChange, schemas, isReadOnly }} />
          )}
        />
        <Field label={texts.maxRows.label} hint={texts.maxRows.hint} error={errors.max_rows?.message}>
          <Input inputMode="numeric" autoComplete="off" {...register('max_rows')} />
        </Field>
        <Field label={texts.pool.label} hint={texts.pool.hint} error={errors.db_pool?.message} isOptional>
          <Input inputMode="numeric" autoComplete="off" {...register('db_pool')} />
        </Field>
        <Field label={texts.origins.label} hint={texts.origins.hint} error={originError} className="col-span-full">
          <Textarea isMono rows={3} spellCheck={false} {...register('allowed_origins')} />
        </Field>
        <Field label={texts.preRequest.label} hint={texts.preRequest.hint} error={errors.db_pre_request?.message} isOptional>
          <Input isMono autoComplete="off" spellCheck={false} {...register('db_pre_request')} />
        </Field>
        <Controller
          control={control}
          name="openapi_mode"
          render={({ field: { value, onChange } }) => (
            <Field label={texts.openApi.label} error={errors.openapi_mode?.message}>
              <Select value={value} options={texts.openApi.options} disabled={isReadOnly} onValueChange={onChange} />
            </Field>
          )}
        />
        {(['db_aggregates_enabled', 'db_plan_enabled'] as const).map((name) => {
          const { label, text } = name === 'db_aggregates_enabled' ? texts.aggregates : texts.plans
          return (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field: { value, onChange } }) => (
                <div className="flex min-w-0 flex-col gap-1">
                  <Switch className="self-start font-medium" isOn={value} disabled={isReadOnly} label={label} onChange={onChange} />
                  <p className="text-xs text-faint">{text}</p>
                </div>
              )}
            />
          )
        })}
      </SettingsForm>
    </Panel>
  )
}
