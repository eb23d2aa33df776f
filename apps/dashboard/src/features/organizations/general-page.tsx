import { Name } from '@colonnade/contracts'
import { Button, ConfirmDialog, CopyButton, Field, Input, Panel, PanelContent, PanelFooter, PanelHeader, toast } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/form-errors.ts'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationProjectsQuery, organizationQuery } from '../../scope/queries.ts'
import { useRemoveOrganization, useRenameOrganization } from './mutations.ts'

/** What an organization is called, and its end. */
export function GeneralPage({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  useTitle('General settings', organization.name)
  return (
    <Page title="General" width="narrow" description={`Settings of ${organization.name}.`}>
      <NameForm key={organization.name} slug={slug} />
      <Panel label="Slug">
        <PanelContent className="flex items-center justify-between gap-4">
          <div className="min-w-0">
            <h2 className="text-sm font-medium">Slug</h2>
            <p className="text-xs text-faint">What addresses of the dashboard and the platform API call it.</p>
          </div>
          <span className="flex min-w-0 items-center gap-1 font-mono text-xs">
            <span className="truncate">{slug}</span>
            <CopyButton text={slug} label="Copy slug" isIconOnly />
          </span>
        </PanelContent>
      </Panel>
      {isAllowed(organization, 'organization:delete') && <Removal slug={slug} />}
    </Page>
  )
}

const Rename = z.object({ name: Name })

function NameForm({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const mayRename = isAllowed(organization, 'organization:update')
  const rename = useRenameOrganization(slug)
  const form = useForm({ resolver: zodResolver(Rename), defaultValues: { name: organization.name } })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit(({ name }) =>
    rename.mutate(name, { onSuccess: () => toast.success('Renamed'), onError: (error) => showFormError(form, error, {}) }),
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Panel label="Name">
        <PanelHeader title="Name" />
        <PanelContent className="flex flex-col gap-3">
          <Field label="Organization name" error={errors.name?.message}>
            <Input autoComplete="off" disabled={!mayRename} {...form.register('name')} />
          </Field>
          {errors.root && <ErrorNotice error={rename.error} />}
        </PanelContent>
        <PanelFooter note={mayRename ? undefined : 'Owners and administrators can rename it.'}>
          {mayRename && (
            <>
              <Button disabled={!isDirty} onClick={() => form.reset()}>
                Cancel
              </Button>
              <Button type="submit" variant="primary" disabled={!isDirty} isPending={rename.isPending}>
                Save
              </Button>
            </>
          )}
        </PanelFooter>
      </Panel>
    </form>
  )
}

/** Projects that are named before an organization can go. */
const namedProjects = 5

function Removal({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: projects } = useSuspenseQuery(organizationProjectsQuery(slug))
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoveOrganization(slug)
  const names = projects.slice(0, namedProjects).map(({ name }) => `“${name}”`)
  const more = projects.length - names.length
  return (
    <Panel label="Delete organization" className="border-danger/30">
      <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 className="text-sm font-medium">Delete organization</h2>
          <p className="text-sm wrap-anywhere text-soft">
            {projects.length === 0
              ? 'It owns no projects. Its members lose it, its audit log stays with this installation. This can not be undone.'
              : `It still owns ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: delete ${projects.length === 1 ? 'it' : 'them'} first.`}
          </p>
        </div>
        <Button variant="danger" disabled={projects.length > 0} onClick={() => setIsOpen(true)}>
          Delete organization
        </Button>
      </PanelContent>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        isDanger
        title={`Delete ${organization.name}?`}
        description="Everybody in it loses it, with its notifications. What was done in it stays in the installation’s audit log. This can not be undone."
        typedName={organization.name}
        confirmLabel="Delete organization"
        onConfirm={() => remove.mutateAsync()}
      />
    </Panel>
  )
}
