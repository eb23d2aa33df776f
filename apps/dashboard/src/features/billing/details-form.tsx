import { BillingDetails } from '@colonnade/contracts/billing/billing'
import { splitEmailAddresses } from '@colonnade/core'
import { Field, Input, Panel, PanelHeader, Textarea } from '@colonnade/ui'
import { z } from 'zod'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { detailsText } from './messages.ts'
import { useChangeDetails } from './mutations.ts'

const empty = z.literal('').transform(() => null)
/** Form values: one email address per line, and empty text for what is left out. */
const Typed = z.object({
  emails: z.string().transform(splitEmailAddresses).pipe(BillingDetails.shape.emails),
  name: z.union([empty, BillingDetails.shape.name]),
  address: z.union([empty, BillingDetails.shape.address]),
  tax_id: z.union([empty, BillingDetails.shape.tax_id]),
})

export interface DetailsFormProps {
  readonly slug: string
  readonly details: BillingDetails
  readonly organizationName: string
}

/** Edits who receives invoices, and what is printed on them. */
export function DetailsForm({ slug, details, organizationName }: DetailsFormProps) {
  const { register, errors, settings } = useSettings({
    schema: Typed,
    values: typedOf(details),
    mutation: useChangeDetails(slug),
    valuesOf: (report) => typedOf(report.details),
    doneText: detailsText.saved,
    focusAfter: 'name',
  })
  // the error of one address is in the list
  const emailError = errors.emails?.message ?? (Array.isArray(errors.emails) ? errors.emails.find(Boolean)?.message : undefined)
  return (
    <Panel label={detailsText.title}>
      <PanelHeader title={detailsText.title} description={detailsText.description} />
      <SettingsForm settings={settings} leaving="silent" className="grid gap-4 md:grid-cols-2">
        <Field label={detailsText.name} isOptional hint={detailsText.nameHint(organizationName)} error={errors.name?.message}>
          <Input autoComplete="organization" {...register('name')} />
        </Field>
        <Field label={detailsText.taxId} isOptional error={errors.tax_id?.message}>
          <Input autoComplete="off" {...register('tax_id')} />
        </Field>
        <Field label={detailsText.address} isOptional error={errors.address?.message}>
          <Textarea rows={4} autoComplete="street-address" {...register('address')} />
        </Field>
        <Field label={detailsText.emails} isOptional hint={detailsText.emailsHint} error={emailError}>
          <Textarea rows={4} autoComplete="off" {...register('emails')} />
        </Field>
      </SettingsForm>
    </Panel>
  )
}

function typedOf({ emails, name, address, tax_id: taxId }: BillingDetails) {
  return { emails: emails.join('\n'), name: name ?? '', address: address ?? '', tax_id: taxId ?? '' }
}
