import { createFileRoute } from '@tanstack/react-router'
import { RealtimeStartPage } from '../../../../features/realtime-inspector/start-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/realtime/inspector')({
  component: function RealtimeInspectorRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Realtime">
        <RealtimeStartPage projectRef={ref} />
      </NeedsCapability>
    )
  },
})
