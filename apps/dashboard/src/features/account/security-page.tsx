import { useSuspenseQuery } from '@tanstack/react-query'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { profileQuery } from '../../scope/queries.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

/** What keeps an account its owner's. */
export function SecurityPage() {
  useTitle('Security')
  const { data: profile } = useSuspenseQuery(profileQuery)
  return (
    <Page title="Security" description={`What keeps ${profile.primary_email} yours.`} width="narrow">
      <PasswordForm email={profile.primary_email} />
      <SessionList />
    </Page>
  )
}
