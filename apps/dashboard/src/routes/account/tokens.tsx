import { createFileRoute } from '@tanstack/react-router'
import { OwnGrantsPanel } from '../../features/apps/own-grants-panel.tsx'
import { TokensPage } from '../../features/access-tokens/tokens-page.tsx'
import { AccountLayout } from '../../layouts/account-layout.tsx'
import { organizationsQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

export const Route = createFileRoute('/account/tokens')({
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function TokensRoute() {
    return (
      <AccountLayout>
        <TokensPage>
          <OwnGrantsPanel />
        </TokensPage>
      </AccountLayout>
    )
  },
})
