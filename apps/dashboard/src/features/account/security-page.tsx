import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { profileQuery } from '../../scope/queries.ts'
import { identitiesQuery } from '../../scope/sign-in-providers/identities-query.ts'
import { FirstPasswordForm } from './first-password-form.tsx'
import { pageText } from './messages.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

/** What keeps an account its owner's: the password, what else signing in asks for, and where one is signed in. */
export function SecurityPage({ children }: { readonly children: ReactNode }) {
  useTitle('Security')
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { data: identities } = useQuery(identitiesQuery)
  return (
    <Page title={pageText.title} description={pageText.description(profile.primary_email)} width="narrow">
      {identities?.has_password === false ? <FirstPasswordForm email={profile.primary_email} /> : <PasswordForm email={profile.primary_email} />}
      {children}
      <SessionList />
    </Page>
  )
}
