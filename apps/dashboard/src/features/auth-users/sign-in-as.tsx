import type { AuthMemberSession, AuthUserDetails } from '@colonnade/contracts/auth/users'
import { isAppError } from '@colonnade/core'
import { Button, ConfirmDialog, Dialog, Field, Input, RelativeTime } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { copyNow } from '../../lib/secrets/shown-once.tsx'
import { ProofDialog } from '../../scope/proof/proof-dialog.tsx'
import { linkCaption, signedInAsTitle, signInAsDialogText, signInAsText, signInAsTitle, snippetCaption, snippetOf, tokenCaption } from './messages.ts'
import { useSignInAs } from './mutations.ts'
import { titleOf } from './user-words.ts'

export interface SignInAsProps {
  readonly projectRef: string
  readonly user: AuthUserDetails
  readonly onClose: () => void
}

type Step = { readonly kind: 'asked' } | { readonly kind: 'proving' } | { readonly kind: 'started'; readonly session: AuthMemberSession }

/** Signs the member in as a user: asks why, who they are if they signed in a while ago, and shows the session once. */
export function SignInAs({ projectRef, user, onClose }: SignInAsProps) {
  const signIn = useSignInAs(projectRef, user.id)
  const [step, setStep] = useState<Step>({ kind: 'asked' })
  const [reason, setReason] = useState('')
  const start = async () => {
    const session = await signIn.mutateAsync(reason.trim() === '' ? undefined : reason.trim())
    isStarted.current = true
    setStep({ kind: 'started', session })
  }
  // a dialog closes once it is done; the session that it led to stays
  const isStarted = useRef(false)
  const close = () => {
    if (!isStarted.current) onClose()
  }
  if (step.kind === 'started') return <Started name={titleOf(user)} session={step.session} onClose={onClose} />
  if (step.kind === 'proving') {
    return <ProofDialog isOpen title={signInAsTitle(titleOf(user))} submitLabel={signInAsDialogText.confirm} onProven={start} onClose={close} />
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={signInAsTitle(titleOf(user))}
      description={signInAsText}
      confirmLabel={signInAsDialogText.confirm}
      isShownElsewhere={(error) => isAppError(error, 'sign_in_again')}
      onConfirm={async () => {
        try {
          await start()
        } catch (error) {
          if (isAppError(error, 'sign_in_again')) setStep({ kind: 'proving' })
          throw error
        }
      }}
    >
      <Field label={signInAsDialogText.reason} hint={signInAsDialogText.reasonHint} isOptional>
        <Input maxLength={500} autoComplete="off" value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  )
}

function Started({ name, session, onClose }: { readonly name: string; readonly session: AuthMemberSession; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen
      isHeld
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={signedInAsTitle(name)}
      description={
        <>
          {copyNow(signInAsDialogText.subject)}
          {signInAsDialogText.ends}
          <RelativeTime value={session.expires_at} />
          {signInAsDialogText.endSooner}
        </>
      }
      className="w-[36rem]"
      footer={<Button onClick={onClose}>{signInAsDialogText.done}</Button>}
    >
      <SecretValue label={signInAsDialogText.signLink} caption={linkCaption} value={session.link} isWrapped={false} />
      <SecretValue label={signInAsDialogText.accessToken} caption={tokenCaption} value={session.access_token} isWrapped={false} />
      <SecretValue label={signInAsDialogText.code} caption={snippetCaption} value={snippetOf(session.access_token)} isWrapped={false} />
    </Dialog>
  )
}
