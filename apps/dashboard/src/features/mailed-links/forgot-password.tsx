import { useSuspenseQuery } from '@tanstack/react-query'
import { useTitle } from '../../lib/use-title.ts'
import { setupQuery } from '../../scope/queries.ts'
import { AddressForm, BackToSignIn } from './address-form.tsx'
import { useRequestReset } from './mutations.ts'

export function ForgotPassword() {
  const request = useRequestReset()
  const { data: waysIn } = useSuspenseQuery(setupQuery)
  if (!waysIn.can_reset_password) return <Impossible />
  return (
    <AddressForm
      title="Forgot your password?"
      submitLabel="Mail me a link"
      request={request}
      sentText={(email) => `If ${email} has an account here, a link to choose a new password is on its way. It is good for an hour.`}
    >
      A link to choose a new one is mailed to the address of your account.
    </AddressForm>
  )
}

function Impossible() {
  useTitle('Forgot your password?')
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">Forgot your password?</h1>
        <p className="mt-1 text-soft">
          This installation sends no mail, so nobody can be sent a link. Ask the person who runs it: with <code>COLONNADE_SMTP_URL</code> set, a link
          can be mailed to you from this page.
        </p>
      </div>
      <BackToSignIn />
    </div>
  )
}
