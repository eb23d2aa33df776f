import { useSuspenseQuery } from '@tanstack/react-query'
import { useTitle } from '../../lib/use-title.ts'
import { setupQuery } from '../../scope/queries.ts'
import { AddressForm, BackToSignIn } from './address-form.tsx'
import { signUpText } from './messages.ts'
import { useRequestSignUp } from './mutations.ts'

export function SignUp() {
  const request = useRequestSignUp()
  const { data: waysIn } = useSuspenseQuery(setupQuery)
  if (!waysIn.can_sign_up) return <Closed />
  return (
    <AddressForm title={signUpText.title} submitLabel={signUpText.submit} request={request} sentText={(email) => signUpText.sent(email)}>
      {signUpText.description}
    </AddressForm>
  )
}

function Closed() {
  useTitle(signUpText.title)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{signUpText.invitationTitle}</h1>
        <p className="mt-1 text-soft">{signUpText.invitationBody}</p>
      </div>
      <BackToSignIn />
    </div>
  )
}
