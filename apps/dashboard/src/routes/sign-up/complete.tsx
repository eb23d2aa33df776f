import { createFileRoute } from '@tanstack/react-router'
import { CompleteSignUp } from '../../features/mailed-links/complete-sign-up.tsx'
import { BareLayout } from '../../layouts/bare-layout.tsx'
import { tokenOfHash } from '../../lib/links/token-of-hash.ts'

export const Route = createFileRoute('/sign-up/complete')({
  // kept while another page is on its way in, whose address has none
  beforeLoad: ({ location }) => ({ token: tokenOfHash(location.hash) }),
  component: function CompleteSignUpRoute() {
    const { token } = Route.useRouteContext()
    return (
      <BareLayout>
        <CompleteSignUp key={token} token={token} />
      </BareLayout>
    )
  },
})
