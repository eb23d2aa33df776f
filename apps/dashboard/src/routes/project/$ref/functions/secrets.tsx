import { createFileRoute } from '@tanstack/react-router'
import { SecretsPage } from '../../../../features/function-secrets/secrets-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/functions/secrets')({
  component: function FunctionSecretsRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Secrets">
        <SecretsPage projectRef={ref} />
      </NeedsCapability>
    )
  },
})
