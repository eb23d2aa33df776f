import { createFileRoute, useLocation } from '@tanstack/react-router'
import { InvitationPage } from '../features/invitations/invitation-page.tsx'
import { ProviderButtons } from '../features/sessions/provider-buttons.tsx'
import { BareLayout } from '../layouts/bare-layout.tsx'
import { paths } from '../paths.ts'
import { profileQuery, setupQuery } from '../scope/queries.ts'

export const Route = createFileRoute('/invitation')({
  // also for people who aren't signed in
  loader: async ({ context: { queryClient } }) => {
    const [profile] = await Promise.all([queryClient.ensureQueryData(profileQuery).catch(() => null), queryClient.ensureQueryData(setupQuery)])
    return profile
  },
  component: function InvitationRoute() {
    const profile = Route.useLoaderData()
    const token = useLocation({ select: ({ hash }) => hash })
    return (
      <BareLayout>
        <InvitationPage
          key={token}
          token={token}
          email={profile?.primary_email ?? null}
          waysIn={<ProviderButtons returnTo={paths.invitation(token)} />}
        />
      </BareLayout>
    )
  },
})
