import { guessableBecause } from '@colonnade/contracts/foundation/guessable-passwords'
import { DatabasePassword } from '@colonnade/contracts/foundation/values'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { ProjectInput, regions } from '@colonnade/contracts/projects/projects'
import { systemRandom } from '@colonnade/core'
import { Button, buttonClass, Card, EmptyState, Field, Input, SegmentedControl, Select } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { showFormError } from '../../../lib/forms/form-errors.ts'
import { Page } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { paths } from '../../../paths.ts'
import { isAllowed } from '../../../scope/permissions.ts'
import { PricesFailed } from '../../../scope/prices/prices-failed.tsx'
import { computePricesQuery, useComputePrices } from '../../../scope/prices/use-compute-prices.ts'
import { postgresVersionsQuery } from '../../../scope/postgres-versions/versions-query.ts'
import { generatePassword } from '../database-password.ts'
import { ExternalProjectForm } from '../external/external-project-form.tsx'
import { texts } from '../external/messages.ts'
import { useCreateProject } from '../mutations.ts'
import { priceLine } from '../../../lib/texts/addon-prices.ts'
import { computeOptions } from '../../../lib/texts/project-names.ts'
import { PasswordField } from '../password-field.tsx'
import { newProjectFormText } from './messages.ts'

const NewProject = ProjectInput.omit({ organization_slug: true })
  .extend({ db_pass: DatabasePassword })
  .superRefine(({ name, db_pass: password }, context) => {
    const message = guessableBecause(password, [name])
    if (message !== null) context.addIssue({ code: 'custom', path: ['db_pass'], message })
  })

const regionOptions = regions.map(({ id, name }) => ({ value: id, label: name, ...(id !== 'local' && { hint: id }) }))

export function NewProjectForm({ organization }: { readonly organization: Organization }) {
  useTitle(newProjectFormText.newProject, organization.name)
  const create = useCreateProject()
  const [place, setPlace] = useState<'here' | 'existing'>('here')
  const { data: versions = [] } = useQuery(postgresVersionsQuery)
  const [generated] = useState(() => generatePassword(systemRandom))
  const form = useForm({
    resolver: zodResolver(NewProject),
    defaultValues: { name: '', region: 'local', compute: 'nano', db_pass: generated, postgres_version: versions[0]?.major },
  })
  const { errors } = form.formState
  const prices = useComputePrices(organization)
  const submit = form.handleSubmit((values) =>
    create.mutate(
      { organization_slug: organization.slug, ...values },
      { onError: (error) => showFormError(form, error, { project_name_taken: 'name', postgres_version_not_available: 'postgres_version' }) },
    ),
  )
  if (!isAllowed(organization, 'projects:create')) return <NotAllowed organization={organization} />
  return (
    <Page
      width="narrow"
      title={newProjectFormText.newProject}
      description={
        place === 'here' ? newProjectFormText.dedicatedPostgresCluster(organization.name) : newProjectFormText.onExternalServer(organization.name)
      }
    >
      <SegmentedControl
        label={texts.where}
        value={place}
        onValueChange={setPlace}
        className="self-start"
        options={[
          { value: 'here', label: texts.here },
          { value: 'existing', label: texts.existing },
        ]}
      />
      {place === 'existing' ? (
        <ExternalProjectForm organization={organization} />
      ) : (
        <Card>
          <form noValidate className="flex flex-col" onSubmit={(event) => void submit(event)}>
            <div className="flex flex-col gap-5 p-4">
              <Field label={newProjectFormText.name} error={errors.name?.message}>
                {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this page is for */}
                <Input autoFocus autoComplete="off" {...form.register('name')} />
              </Field>
              <Controller
                control={form.control}
                name="db_pass"
                render={({ field }) => (
                  <PasswordField
                    ref={field.ref}
                    value={field.value}
                    onChange={field.onChange}
                    error={errors.db_pass?.message}
                    hint={newProjectFormText.passwordHint}
                  />
                )}
              />
              <div className="grid gap-5 sm:grid-cols-2">
                <Controller
                  control={form.control}
                  name="region"
                  render={({ field }) => (
                    <Field label={newProjectFormText.region} error={errors.region?.message} hint={newProjectFormText.regionHint}>
                      <Select value={field.value ?? 'local'} onValueChange={field.onChange} options={regionOptions} />
                    </Field>
                  )}
                />
                <Controller
                  control={form.control}
                  name="compute"
                  render={({ field }) => (
                    <Field
                      label={newProjectFormText.computeSize}
                      error={errors.compute?.message}
                      hint={[priceLine(prices, `ci_${field.value ?? 'nano'}`), newProjectFormText.changeAnyTimeDatabase]
                        .filter((line) => line !== undefined)
                        .join(' ')}
                    >
                      <Select value={field.value ?? 'nano'} onValueChange={field.onChange} options={computeOptions} />
                    </Field>
                  )}
                />
                {versions.length > 1 && (
                  <Controller
                    control={form.control}
                    name="postgres_version"
                    render={({ field }) => (
                      <Field
                        label={newProjectFormText.postgres}
                        error={errors.postgres_version?.message}
                        hint={newProjectFormText.useLatestVersionUnless}
                      >
                        <Select
                          value={field.value ?? versions[0]!.major}
                          onValueChange={field.onChange}
                          options={versions.map(({ version, major, is_default }) => ({
                            value: major,
                            label: newProjectFormText.postgresOf(major),
                            hint: is_default ? newProjectFormText.default(version) : version,
                          }))}
                        />
                      </Field>
                    )}
                  />
                )}
              </div>
              <PricesFailed query={computePricesQuery(organization)} />
              {errors.root && <ErrorNotice error={create.error} />}
            </div>
            <div className="flex justify-end gap-2 border-t px-4 py-3">
              <Link to={paths.organization.projects(organization.slug)} className={buttonClass()}>
                {newProjectFormText.cancel}
              </Link>
              <Button type="submit" variant="primary" isPending={create.isPending}>
                {newProjectFormText.createProject}
              </Button>
            </div>
          </form>
        </Card>
      )}
    </Page>
  )
}

function NotAllowed({ organization }: { readonly organization: Organization }) {
  return (
    <Page width="narrow" title={newProjectFormText.newProject}>
      <EmptyState
        icon={<Lock aria-hidden />}
        title={newProjectFormText.roleDoesntAllow}
        action={
          <Link to={paths.organization.projects(organization.slug)} className={buttonClass()}>
            {newProjectFormText.backProjects}
          </Link>
        }
      >
        {newProjectFormText.whoCan(organization.name)}
      </EmptyState>
    </Page>
  )
}
