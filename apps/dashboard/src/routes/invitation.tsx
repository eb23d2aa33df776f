import { createFileRoute, useLocation } from '@tanstack/react-router'
import { InvitationPage } from '../features/invitations/invitation-page.tsx'
import { BareLayout } from '../layouts/bare-layout.tsx'
import { profileQuery } from '../scope/queries.ts'

export const Route = createFileRoute('/invitation')({
  // strangers come here, too
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(profileQuery).catch(() => null),
  component: function InvitationRoute() {
    const profile = Route.useLoaderData()
    const token = useLocation({ select: ({ hash }) => hash })
    return (
      <BareLayout>
        <InvitationPage key={token} token={token} email={profile?.primary_email ?? null} />
      </BareLayout>
    )
  },
})
