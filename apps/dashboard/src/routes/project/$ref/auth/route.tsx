import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AuthLayout } from '../../../../layouts/sections/auth-layout.tsx'
import { DatabaseLayout } from '../../../../layouts/sections/database-layout.tsx'
import { useIsAllowed } from '../../../../scope/permissions.ts'

export const Route = createFileRoute('/project/$ref/auth')({
  component: function AuthRoute() {
    const { ref } = Route.useParams()
    // whoever may not see users knows policies as a part of the database
    const Layout = useIsAllowed(ref)('project_auth:all') ? AuthLayout : DatabaseLayout
    return (
      <Layout projectRef={ref}>
        <Outlet />
      </Layout>
    )
  },
})
