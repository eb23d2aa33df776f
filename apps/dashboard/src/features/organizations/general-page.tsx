import { Name } from '@colonnade/contracts/foundation/values'
import { Button, CopyButton, Field, Input, Panel, PanelContent, PanelFooter, PanelHeader, toast } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { useRenameOrganization } from './mutations.ts'
import { RemovalPanel } from './removal-panel.tsx'
import { TransferPanel, type TransferPanelProps } from './transfer-panel.tsx'

export interface GeneralPageProps {
  readonly slug: string
  readonly members: TransferPanelProps['members']
}

/** What an organization is called, whose it is, and its end. */
export function GeneralPage({ slug, members }: GeneralPageProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  useTitle('General settings', organization.name)
  return (
    <Page title="General" width="narrow" description={`Settings of ${organization.name}.`}>
      <NameForm key={slug} slug={slug} />
      <Panel label="Slug">
        <PanelContent className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 className="text-sm font-medium">Slug</h2>
            <p className="text-xs text-faint">What addresses of the dashboard and the platform API call it.</p>
          </div>
          <span className="flex max-w-full min-w-0 items-center gap-1 font-mono text-xs">
            <span className="truncate">{slug}</span>
            <CopyButton text={slug} label="Copy slug" isIconOnly />
          </span>
        </PanelContent>
      </Panel>
      <TransferPanel organization={organization} members={members} />
      {isAllowed(organization, 'organization:delete') && <RemovalPanel slug={slug} />}
    </Page>
  )
}

const Rename = z.object({ name: Name })

function NameForm({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const mayRename = isAllowed(organization, 'organization:update')
  const rename = useRenameOrganization(slug)
  const form = useForm({ resolver: zodResolver(Rename), values: { name: organization.name }, resetOptions: { keepDirtyValues: true } })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit(({ name }) =>
    rename.mutate(name, {
      onSuccess: (next) => {
        toast.success('Renamed')
        form.reset({ name: next.name })
        // the button that was pressed takes no focus while there is nothing to save
        form.setFocus('name')
      },
      onError: (error) => showFormError(form, error, {}),
    }),
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
