import { createFileRoute } from '@tanstack/react-router'
import { SignUp } from '../../features/mailed-links/sign-up.tsx'
import { BareLayout } from '../../layouts/bare-layout.tsx'
import { setupQuery } from '../../scope/queries.ts'

export const Route = createFileRoute('/sign-up/')({
  loader: ({ context: { queryClient } }) => queryClient.fetchQuery(setupQuery),
  component: () => (
    <BareLayout>
      <SignUp />
    </BareLayout>
  ),
})
