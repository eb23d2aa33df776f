import { createFileRoute, Outlet } from '@tanstack/react-router'
import { DatabaseLayout } from '../../../../layouts/sections/database-layout.tsx'

export const Route = createFileRoute('/project/$ref/database')({
  component: function DatabaseRoute() {
    const { ref } = Route.useParams()
    return (
      <DatabaseLayout projectRef={ref}>
        <Outlet />
      </DatabaseLayout>
    )
  },
})
