import { OrganizationInput, plans } from '@colonnade/contracts/organizations/organizations'
import { Button, buttonClass, Card, Field, Input, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { Controller, useForm } from 'react-hook-form'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { Page } from '../../lib/page.tsx'
import { planPriceText } from '../../lib/texts/plan-prices.ts'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { createText } from './messages.ts'
import { useCreateOrganization } from './mutations.ts'
import { planPricesQuery } from './queries.ts'

const NewOrganization = OrganizationInput.pick({ name: true, plan: true })

export function NewOrganizationForm() {
  useTitle(createText.title)
  const create = useCreateOrganization()
  const form = useForm({ resolver: zodResolver(NewOrganization), defaultValues: { name: '', plan: 'free' } })
  const { errors } = form.formState
  // an installation without billing has no prices
  const { data: prices } = useQuery(planPricesQuery)
  const planOptions = plans.map(({ id, name }) => {
    const price = prices?.plans.find((plan) => plan.id === id)
    return { value: id, label: name, ...(prices && price && { hint: planPriceText(price.monthly_cents, prices.currency) }) }
  })
  const submit = form.handleSubmit((values) =>
    create.mutate(values, { onError: (error) => showFormError(form, error, { organization_slug_taken: 'name' }) }),
  )
  return (
    <Page width="narrow" title={createText.title} description={createText.description}>
      <Card>
        <form noValidate className="flex flex-col" onSubmit={(event) => void submit(event)}>
          <div className="flex flex-col gap-5 p-4">
            <Field label={createText.name} error={errors.name?.message} hint={createText.nameHint}>
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this page is for */}
              <Input autoFocus autoComplete="organization" {...form.register('name')} />
            </Field>
            <Controller
              control={form.control}
              name="plan"
              render={({ field }) => (
                <Field
                  label={createText.plan}
                  error={errors.plan?.message}
                  hint={planOptions.find(({ value }) => value === (field.value ?? 'free'))?.hint}
                >
                  <Select value={field.value ?? 'free'} onValueChange={field.onChange} options={planOptions} className="max-w-80" />
                </Field>
              )}
            />
            {errors.root && <ErrorNotice error={create.error} />}
          </div>
          <div className="flex justify-end gap-2 border-t px-4 py-3">
            <Link to={paths.organizations} className={buttonClass()}>
              {createText.cancel}
            </Link>
            <Button type="submit" variant="primary" isPending={create.isPending}>
              {createText.submit}
            </Button>
          </div>
        </form>
      </Card>
    </Page>
  )
}
