import { createFileRoute } from '@tanstack/react-router'
import { ConsentPage } from '../features/apps/consent-page.tsx'
import { BareLayout } from '../layouts/bare-layout.tsx'
import { organizationsQuery } from '../scope/queries.ts'
import { requireProfile } from '../scope/require-profile.ts'

export const Route = createFileRoute('/authorize')({
  validateSearch: ({ request }: Record<string, unknown>) => ({ request: typeof request === 'string' ? request : '' }),
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function AuthorizeRoute() {
    const { request } = Route.useSearch()
    return (
      <BareLayout>
        <ConsentPage key={request} request={request} />
      </BareLayout>
    )
  },
})
