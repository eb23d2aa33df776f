import { BillingDetails } from '@colonnade/contracts/billing/billing'
import { splitEmailAddresses } from '@colonnade/core'
import { Button, Field, Input, Panel, PanelContent, PanelFooter, PanelHeader, Textarea, toast } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
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
  const change = useChangeDetails(slug)
  const form = useForm({
    resolver: zodResolver(Typed),
    defaultValues: {
      emails: details.emails.join('\n'),
      name: details.name ?? '',
      address: details.address ?? '',
      tax_id: details.tax_id ?? '',
    },
  })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit((body) =>
    change.mutate(body, { onSuccess: () => toast.success('Saved'), onError: (error) => showFormError(form, error, {}) }),
  )
  // an error of one address stands in the list
  const emailError = errors.emails?.message ?? (Array.isArray(errors.emails) ? errors.emails.find(Boolean)?.message : undefined)
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Panel label="Billing details">
        <PanelHeader title="Billing details" description="Who gets invoices, and what is written on them from the next one on." />
        <PanelContent className="grid gap-4 md:grid-cols-2">
          <Field label="Name" isOptional hint={`${organizationName} when it is left out.`} error={errors.name?.message}>
            <Input autoComplete="organization" {...form.register('name')} />
          </Field>
          <Field label="Tax id" isOptional error={errors.tax_id?.message}>
            <Input autoComplete="off" {...form.register('tax_id')} />
          </Field>
          <Field label="Address" isOptional error={errors.address?.message}>
            <Textarea rows={4} autoComplete="street-address" {...form.register('address')} />
          </Field>
          <Field label="E-mail addresses" isOptional hint="One a line." error={emailError}>
            <Textarea rows={4} autoComplete="off" {...form.register('emails')} />
          </Field>
          {errors.root && <ErrorNotice error={change.error} className="md:col-span-2" />}
        </PanelContent>
        <PanelFooter>
          <Button disabled={!isDirty} onClick={() => form.reset()}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={!isDirty} isPending={change.isPending}>
            Save
          </Button>
        </PanelFooter>
      </Panel>
    </form>
  )
}
