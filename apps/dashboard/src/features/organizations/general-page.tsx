import { Name } from '@colonnade/contracts/foundation/values'
import { CopyButton, Field, Input, Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Page } from '../../lib/page.tsx'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { generalText } from './messages.ts'
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
  useTitle(generalText.pageTitle, organization.name)
  return (
    <Page title={generalText.title} width="narrow" description={generalText.description(organization.name)}>
      <NameForm key={slug} slug={slug} />
      <Panel label={generalText.slug}>
        <PanelContent className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 className="text-sm font-medium">{generalText.slug}</h2>
            <p className="text-xs text-faint">{generalText.slugHint}</p>
          </div>
          <span className="flex max-w-full min-w-0 items-center gap-1 font-mono text-xs">
            <span className="truncate">{slug}</span>
            <CopyButton text={slug} label={generalText.copySlug} isIconOnly />
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
  const { register, errors, settings } = useSettings({
    schema: Rename,
    values: { name: organization.name },
    mutation: useRenameOrganization(slug),
    valuesOf: ({ name }) => ({ name }),
    doneText: 'Renamed',
    focusAfter: 'name',
  })
  return (
    <Panel label={generalText.name}>
      <PanelHeader title={generalText.name} />
      <SettingsForm
        settings={settings}
        whyReadOnly={isAllowed(organization, 'organization:update') ? undefined : generalText.readOnly}
        leaving="silent"
        className="gap-3"
      >
        <Field label={generalText.organizationName} error={errors.name?.message}>
          <Input autoComplete="off" {...register('name')} />
        </Field>
      </SettingsForm>
    </Panel>
  )
}
