import { createFileRoute } from '@tanstack/react-router'
import { RealtimeSettingsPage } from '../../../../features/realtime-settings/realtime-settings-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/realtime/settings')({
  component: function RealtimeSettingsRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Realtime settings">
        <RealtimeSettingsPage projectRef={ref} />
      </NeedsCapability>
    )
  },
})
