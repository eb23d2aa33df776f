import { createFileRoute } from '@tanstack/react-router'
import { SecurityPage } from '../../features/account/security-page.tsx'
import { IdentityPanel } from '../../features/identities/identity-panel.tsx'
import { PasskeyPanel } from '../../features/passkeys/passkey-panel.tsx'
import { SecondFactorPanel } from '../../features/second-factors/second-factor-panel.tsx'
import { AccountLayout } from '../../layouts/account-layout.tsx'
import { organizationsQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

export const Route = createFileRoute('/account/security')({
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function SecurityRoute() {
    return (
      <AccountLayout>
        <SecurityPage>
          <PasskeyPanel />
          <SecondFactorPanel />
          <IdentityPanel />
        </SecurityPage>
      </AccountLayout>
    )
  },
})
