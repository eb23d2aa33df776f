import { createFileRoute } from '@tanstack/react-router'
import { NewPassword } from '../features/mailed-links/new-password.tsx'
import { BareLayout } from '../layouts/bare-layout.tsx'
import { tokenOfHash } from '../lib/links/token-of-hash.ts'

export const Route = createFileRoute('/reset-password')({
  // kept while another page is on its way in, whose address has none
  beforeLoad: ({ location }) => ({ token: tokenOfHash(location.hash) }),
  component: function ResetPasswordRoute() {
    const { token } = Route.useRouteContext()
    return (
      <BareLayout>
        <NewPassword key={token} token={token} />
      </BareLayout>
    )
  },
})
