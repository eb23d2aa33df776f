import { useSuspenseQuery } from '@tanstack/react-query'
import { useTitle } from '../../lib/use-title.ts'
import { setupQuery } from '../../scope/queries.ts'
import { AddressForm, BackToSignIn } from './address-form.tsx'
import { forgotText } from './messages.ts'
import { useRequestReset } from './mutations.ts'

export function ForgotPassword() {
  const request = useRequestReset()
  const { data: waysIn } = useSuspenseQuery(setupQuery)
  if (!waysIn.can_reset_password) return <Impossible />
  return (
    <AddressForm title={forgotText.title} submitLabel={forgotText.submit} request={request} sentText={(email) => forgotText.sent(email)}>
      {forgotText.description}
    </AddressForm>
  )
}

function Impossible() {
  useTitle(forgotText.title)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{forgotText.title}</h1>
        <p className="mt-1 text-soft">
          {forgotText.impossibleBefore}
          <code>COLONNADE_SMTP_URL</code>
          {forgotText.impossibleAfter}
        </p>
      </div>
      <BackToSignIn />
    </div>
  )
}
