import { createFileRoute } from '@tanstack/react-router'
import { ReturnFromProvider } from '../../features/sessions/return-from-provider.tsx'
import { BareLayout } from '../../layouts/bare-layout.tsx'

export const Route = createFileRoute('/sign-in/with/$provider')({
  // as received: the router would re-encode it
  beforeLoad: () => ({ parameters: window.location.search }),
  component: function ReturnFromProviderRoute() {
    const { provider } = Route.useParams()
    const { parameters } = Route.useRouteContext()
    return (
      <BareLayout>
        <ReturnFromProvider provider={provider} parameters={parameters} />
      </BareLayout>
    )
  },
})
