import { createFileRoute, Outlet } from '@tanstack/react-router'
import { StorageLayout } from '../../../../layouts/sections/storage-layout.tsx'

export const Route = createFileRoute('/project/$ref/storage')({
  component: function StorageRoute() {
    const { ref } = Route.useParams()
    return (
      <StorageLayout projectRef={ref}>
        <Outlet />
      </StorageLayout>
    )
  },
})
