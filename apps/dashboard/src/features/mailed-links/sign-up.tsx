import { useSuspenseQuery } from '@tanstack/react-query'
import { useTitle } from '../../lib/use-title.ts'
import { setupQuery } from '../../scope/queries.ts'
import { AddressForm, BackToSignIn } from './address-form.tsx'
import { useRequestSignUp } from './mutations.ts'

export function SignUp() {
  const request = useRequestSignUp()
  const { data: waysIn } = useSuspenseQuery(setupQuery)
  if (!waysIn.can_sign_up) return <Closed />
  return (
    <AddressForm
      title="Make an account"
      submitLabel="Mail me a link"
      request={request}
      sentText={(email) => `A link to go on is on its way to ${email}. It is good for a day.`}
    >
      A link is mailed to you first, so that accounts belong to who can read their mail.
    </AddressForm>
  )
}

function Closed() {
  useTitle('Make an account')
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">By invitation only</h1>
        <p className="mt-1 text-soft">
          Accounts of this installation are made by invitation: ask somebody whose organization is here, or the person who runs it.
        </p>
      </div>
      <BackToSignIn />
    </div>
  )
}
