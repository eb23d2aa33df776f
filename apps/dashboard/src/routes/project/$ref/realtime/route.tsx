import { createFileRoute, Outlet } from '@tanstack/react-router'
import { RealtimeLayout } from '../../../../layouts/sections/realtime-layout.tsx'

export const Route = createFileRoute('/project/$ref/realtime')({
  component: function RealtimeRoute() {
    const { ref } = Route.useParams()
    return (
      <RealtimeLayout projectRef={ref}>
        <Outlet />
      </RealtimeLayout>
    )
  },
})
