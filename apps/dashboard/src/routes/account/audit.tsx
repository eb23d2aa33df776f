import { createFileRoute } from '@tanstack/react-router'
import { AccountAuditPage } from '../../features/audit-log/account-audit-page.tsx'
import { AccountLayout } from '../../layouts/account-layout.tsx'
import { organizationsQuery } from '../../scope/queries.ts'
import { requireProfile } from '../../scope/require-profile.ts'

export const Route = createFileRoute('/account/audit')({
  beforeLoad: requireProfile,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery),
  component: function AccountAuditRoute() {
    return (
      <AccountLayout>
        <AccountAuditPage />
      </AccountLayout>
    )
  },
})
