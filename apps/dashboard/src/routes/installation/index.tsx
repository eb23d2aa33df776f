import type { HostedInvoice } from '@colonnade/contracts/billing/installation-invoices'
import { Tabs } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { InvoiceDialog } from '../../features/billing/invoice-dialog.tsx'
import { InstallationDocuments } from '../../features/documents/installation-documents.tsx'
import { ProviderPanel } from '../../features/identity-providers/provider-panel.tsx'
import { HostedInvoiceList } from '../../features/installation/hosted-invoice-list.tsx'
import { HostedOrganizationList } from '../../features/installation/hosted-organization-list.tsx'
import { MachinePanel } from '../../features/installation/machine-panel.tsx'
import { OffsitePanel } from '../../features/installation/offsite-panel.tsx'
import { LogPanel } from '../../features/installation/log-panel.tsx'
import { PrivateWebhooksPanel } from '../../features/installation/private-webhooks-panel.tsx'
import { PaymentsPanel } from '../../features/installation/payments-panel.tsx'
import { PeopleList } from '../../features/installation/people-list.tsx'
import { installationQuery } from '../../features/installation/queries.ts'
import { ReleasePanel } from '../../features/installation/release-panel.tsx'
import { SignUpPanel } from '../../features/installation/sign-up-panel.tsx'
import { MailsPanel } from '../../features/mails/mails-panel.tsx'
import { Shell } from '../../layouts/shell.tsx'
import { OwnerOnly } from '../../lib/owner-only.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { organizationsQuery, profileQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

const title = 'Installation'

export const Route = createFileRoute('/installation/')({
  validateSearch: z.object({
    tab: z.enum(['machine', 'people', 'organizations', 'sign-in', 'billing', 'documents', 'mail', 'log']).optional().catch(undefined),
  }),
  beforeLoad: requireProfile,
  loader: async ({ context: { queryClient } }) => {
    const [profile] = await Promise.all([queryClient.ensureQueryData(profileQuery), queryClient.ensureQueryData(organizationsQuery)])
    if (profile.is_installation_owner) await queryClient.ensureQueryData(installationQuery)
  },
  component: function InstallationRoute() {
    const { data: profile } = useSuspenseQuery(profileQuery)
    return <Shell>{profile.is_installation_owner ? <Installation /> : <NotYours />}</Shell>
  },
})

function NotYours() {
  return (
    <OwnerOnly title={title} instead={{ to: paths.account, label: 'Account preferences' }}>
      Your own settings are in your account preferences.
    </OwnerOnly>
  )
}

function showInvoice(invoice: HostedInvoice, onClose: () => void) {
  return <InvoiceDialog slug={null} summary={invoice} takesCards={false} onClose={onClose} />
}

function Installation() {
  useTitle(title)
  const { tab = 'machine' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Page width="narrow" title={title} description="The machine it runs on, the people who use it, and settings for everyone.">
      <Tabs
        label="Installation"
        value={tab}
        onValueChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        panelClassName="flex flex-col gap-6 pt-4"
        tabs={[
          {
            value: 'machine',
            label: 'Machine',
            content: [<MachinePanel key="machine" />, <OffsitePanel key="offsite" />, <ReleasePanel key="releases" />],
          },
          { value: 'people', label: 'People', content: <PeopleList /> },
          { value: 'organizations', label: 'Organizations', content: [<PrivateWebhooksPanel key="rule" />, <HostedOrganizationList key="list" />] },
          { value: 'sign-in', label: 'Sign-in', content: [<SignUpPanel key="rule" />, <ProviderPanel key="providers" />] },
          {
            value: 'billing',
            label: 'Billing',
            content: [<PaymentsPanel key="payments" />, <HostedInvoiceList key="invoices" renderInvoice={showInvoice} />],
          },
          { value: 'documents', label: 'Documents', content: <InstallationDocuments /> },
          { value: 'mail', label: 'Mail', content: <MailsPanel /> },
          { value: 'log', label: 'Log', content: <LogPanel /> },
        ]}
      />
    </Page>
  )
}
