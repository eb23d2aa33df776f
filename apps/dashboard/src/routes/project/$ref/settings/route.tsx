import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SettingsLayout } from '../../../../layouts/sections/settings-layout.tsx'

export const Route = createFileRoute('/project/$ref/settings')({
  component: function SettingsRoute() {
    const { ref } = Route.useParams()
    return (
      <SettingsLayout projectRef={ref}>
        <Outlet />
      </SettingsLayout>
    )
  },
})
