import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { SignIn } from '../../features/sessions/sign-in.tsx'
import { safeReturnTo } from '../../features/sessions/return-to.ts'
import { BareLayout } from '../../layouts/bare-layout.tsx'
import { profileQuery, setupQuery } from '../../scope/queries.ts'

export const Route = createFileRoute('/sign-in/')({
  validateSearch: z.object({ returnTo: z.string().optional(), setup: z.string().optional() }),
  beforeLoad: async ({ context: { queryClient }, search: { returnTo } }) => {
    // someone redirected here isn't signed in; someone who opened the page may be
    const profile =
      returnTo === undefined ? await queryClient.ensureQueryData(profileQuery).catch(() => null) : queryClient.getQueryData(profileQuery.queryKey)
    if (profile) throw redirect({ href: safeReturnTo(returnTo), replace: true })
  },
  loader: ({ context: { queryClient } }) => queryClient.fetchQuery(setupQuery),
  component: function SignInRoute() {
    const { returnTo, setup } = Route.useSearch()
    return (
      <BareLayout>
        <SignIn returnTo={safeReturnTo(returnTo)} setupToken={setup} />
      </BareLayout>
    )
  },
})
