import { createFileRoute } from '@tanstack/react-router'
import { StorageSettingsPage } from '../../../../features/storage-settings/storage-settings-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/settings/storage')({
  component: function StorageSettingsRoute() {
    const { ref } = Route.useParams()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Storage">
        <StorageSettingsPage projectRef={ref} />
      </NeedsCapability>
    )
  },
})
