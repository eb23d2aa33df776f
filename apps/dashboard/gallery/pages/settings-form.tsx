import { AppError } from '@colonnade/core'
import { Button, Field, Input, Panel, PanelHeader } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { AppLink } from '../../src/lib/links/app-link.tsx'
import { SettingsForm } from '../../src/lib/settings/settings-form.tsx'
import { useSettings } from '../../src/lib/settings/use-settings.ts'
import { Specimen, Specimens } from '../specimen.tsx'
import { elsewhere, Stand } from '../stand.tsx'

const Limits = z.object({
  max_rows: z.string().regex(/^\d{1,6}$/, 'Enter a whole number'),
  prefix: z.string().min(1, 'Enter a prefix'),
})
const saved = { max_rows: '1000', prefix: 'api' }

export default function SettingsFormPage() {
  return (
    <Specimens title="SettingsForm">
      <Specimen title="Of a schema: the server refuses the prefix “admin”, fails for 503 rows, and waits with 600">
        <Stand>
          <ApiSettings />
        </Stand>
      </Specimen>
      <Specimen title="Read-only, with the reason">
        <Stand>
          <ApiSettings whyReadOnly="Owners and administrators can change it." />
        </Stand>
      </Specimen>
      <Specimen title="Being saved">
        <Stand>
          <Timeout isSaving />
        </Stand>
      </Specimen>
      <Specimen title="With its own state, nothing valid to save, and no Cancel">
        <Stand>
          <Timeout />
        </Stand>
      </Specimen>
    </Specimens>
  )
}

function ApiSettings({ whyReadOnly }: { readonly whyReadOnly?: string }) {
  const [values, setValues] = useState(saved)
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const mutation = useMutation({
    mutationFn: async (sent: z.infer<typeof Limits>) => {
      if (sent.max_rows === '600') await new Promise<void>((resolve) => setWaiting(() => resolve))
      return save(sent)
    },
    onSuccess: setValues,
    networkMode: 'always',
  })
  const { register, errors, settings } = useSettings({
    schema: Limits,
    values,
    mutation,
    valuesOf: (sent) => sent,
    doneText: 'API settings saved',
    focusAfter: 'max_rows',
  })
  return (
    <div className="flex w-full flex-col gap-3">
      <Panel label="API settings" className="w-full">
        <PanelHeader title="API settings" description="Apply to all requests." />
        <SettingsForm settings={settings} whyReadOnly={whyReadOnly} note="Applies to new requests.">
          <Field label="Max rows" error={errors.max_rows?.message}>
            <Input inputMode="numeric" {...register('max_rows')} />
          </Field>
          <Field label="Prefix" error={errors.prefix?.message}>
            <Input {...register('prefix')} />
          </Field>
        </SettingsForm>
      </Panel>
      {waiting && <Button onClick={waiting}>Answer</Button>}
      <AppLink href={elsewhere} className="text-accent underline underline-offset-2">
        Leave the page
      </AppLink>
    </div>
  )
}

async function save(sent: z.infer<typeof Limits>): Promise<z.infer<typeof Limits>> {
  if (sent.prefix === 'admin') throw new AppError('invalid_input', { issues: [{ path: ['body', 'prefix'], message: '“admin” is reserved' }] })
  if (sent.max_rows === '503') throw new AppError('unavailable')
  return sent
}

function Timeout({ isSaving = false }: { readonly isSaving?: boolean }) {
  const [text, setText] = useState(isSaving ? '30' : 'soon')
  const isValid = /^\d+$/.test(text)
  return (
    <Panel label="Timeout" className="w-full">
      <PanelHeader title="Timeout" />
      <SettingsForm settings={{ isDirty: true, isValid, isSaving, save: () => {} }} saveLabel="Save timeout" leaving="silent">
        <Field label="Seconds" error={isValid ? undefined : 'Enter a whole number'}>
          <Input inputMode="numeric" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </SettingsForm>
    </Panel>
  )
}
