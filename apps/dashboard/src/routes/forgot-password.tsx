import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '../features/mailed-links/forgot-password.tsx'
import { BareLayout } from '../layouts/bare-layout.tsx'
import { setupQuery } from '../scope/queries.ts'

export const Route = createFileRoute('/forgot-password')({
  loader: ({ context: { queryClient } }) => queryClient.fetchQuery(setupQuery),
  component: () => (
    <BareLayout>
      <ForgotPassword />
    </BareLayout>
  ),
})
