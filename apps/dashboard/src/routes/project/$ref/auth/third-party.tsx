import { createFileRoute } from '@tanstack/react-router'
import { issuersQuery } from '../../../../features/third-party-auth/queries.ts'
import { ThirdPartyPage } from '../../../../features/third-party-auth/third-party-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/third-party')({
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => void queryClient.prefetchQuery(issuersQuery(ref)),
  component: function ThirdPartyRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Third-party auth">
        <ThirdPartyPage projectRef={ref} />
      </NeedsCapability>
    )
  },
})
