import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { profileQuery } from '../../scope/queries.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

/** What keeps an account its owner's: the password, what else signing in asks for, and where one is signed in. */
export function SecurityPage({ children }: { readonly children: ReactNode }) {
  useTitle('Security')
  const { data: profile } = useSuspenseQuery(profileQuery)
  return (
    <Page title="Security" description={`What keeps ${profile.primary_email} yours.`} width="narrow">
      <PasswordForm email={profile.primary_email} />
      {children}
      <SessionList />
    </Page>
  )
}
