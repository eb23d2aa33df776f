import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { installationQuery } from '../../features/installation/queries.ts'
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
      What you choose for yourself is in the preferences of your account.
    </OwnerOnly>
  )
}

function Installation() {
  useTitle(title)
  return (
    <Page width="narrow" title={title} description="What you decide for everybody who uses this installation.">
      <SignUpPanel />
      <MailsPanel />
    </Page>
  )
}
