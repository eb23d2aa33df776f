import { Button } from '@colonnade/ui'
import { KeyRound } from 'lucide-react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { hasPasskeys } from '../../lib/proof/passkey-prompt.ts'
import { passkeyButtonText } from './messages.ts'
import { usePasskeySignIn } from './mutations.ts'

/** Signs in with a passkey, in place of password and second step; not there where the browser has none. */
export function PasskeyButton({ returnTo }: { readonly returnTo: string }) {
  const signIn = usePasskeySignIn(returnTo)
  if (!hasPasskeys()) return null
  return (
    <>
      <Button size="lg" isPending={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound aria-hidden />
        {passkeyButtonText.withPasskey}
      </Button>
      {signIn.error && <ErrorNotice error={signIn.error} />}
    </>
  )
}
