import { createFileRoute, Outlet } from '@tanstack/react-router'
import { FunctionsLayout } from '../../../../layouts/sections/functions-layout.tsx'

export const Route = createFileRoute('/project/$ref/functions')({
  component: function FunctionsRoute() {
    const { ref } = Route.useParams()
    return (
      <FunctionsLayout projectRef={ref}>
        <Outlet />
      </FunctionsLayout>
    )
  },
})
