import { createFileRoute } from '@tanstack/react-router'
import { PreferencesPage } from '../../features/profile/preferences-page.tsx'
import { AccountLayout } from '../../layouts/account-layout.tsx'
import { organizationsQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

export const Route = createFileRoute('/account/me')({
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function PreferencesRoute() {
    return (
      <AccountLayout>
        <PreferencesPage />
      </AccountLayout>
    )
  },
})
