import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SignInTestPage } from '../../../../features/auth-settings/sign-in-test/sign-in-test-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/sign-in-test')({
  validateSearch: z.object({ provider: z.string().optional().catch(undefined) }),
  component: function SignInTestRoute() {
    const { ref } = Route.useParams()
    const { provider } = Route.useSearch()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Test sign-in">
        <SignInTestPage projectRef={ref} provider={provider} />
      </NeedsCapability>
    )
  },
})
