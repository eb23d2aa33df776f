import { createFileRoute } from '@tanstack/react-router'
import { JwtPage } from '../../../../features/signing-keys/jwt-page.tsx'

export const Route = createFileRoute('/project/$ref/settings/jwt')({
  component: function JwtRoute() {
    const { ref } = Route.useParams()
    return <JwtPage projectRef={ref} />
  },
})
