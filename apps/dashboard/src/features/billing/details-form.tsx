import { BillingDetails } from '@colonnade/contracts/billing/billing'
import { splitEmailAddresses } from '@colonnade/core'
import { Field, Input, Panel, PanelHeader, Textarea } from '@colonnade/ui'
import { z } from 'zod'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { useChangeDetails } from './mutations.ts'

const empty = z.literal('').transform(() => null)
/** As it is typed: an address a line, and nothing for what is not given. */
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

/** Who gets invoices, and what is written on them. */
export function DetailsForm({ slug, details, organizationName }: DetailsFormProps) {
  const { register, errors, settings } = useSettings({
    schema: Typed,
    values: typedOf(details),
    mutation: useChangeDetails(slug),
    valuesOf: (report) => typedOf(report.details),
    doneText: 'Billing details saved',
    focusAfter: 'name',
  })
  // an error of one address stands in the list
  const emailError = errors.emails?.message ?? (Array.isArray(errors.emails) ? errors.emails.find(Boolean)?.message : undefined)
  return (
    <Panel label="Billing details">
      <PanelHeader title="Billing details" description="Who gets invoices, and what is written on them from the next one on." />
      <SettingsForm settings={settings} leaving="silent" className="grid gap-4 md:grid-cols-2">
        <Field label="Name" isOptional hint={`${organizationName} when it is left out.`} error={errors.name?.message}>
          <Input autoComplete="organization" {...register('name')} />
        </Field>
        <Field label="Tax id" isOptional error={errors.tax_id?.message}>
          <Input autoComplete="off" {...register('tax_id')} />
        </Field>
        <Field label="Address" isOptional error={errors.address?.message}>
          <Textarea rows={4} autoComplete="street-address" {...register('address')} />
        </Field>
        <Field label="E-mail addresses" isOptional hint="One a line." error={emailError}>
          <Textarea rows={4} autoComplete="off" {...register('emails')} />
        </Field>
      </SettingsForm>
    </Panel>
  )
}

function typedOf({ emails, name, address, tax_id: taxId }: BillingDetails) {
  return { emails: emails.join('\n'), name: name ?? '', address: address ?? '', tax_id: taxId ?? '' }
}
