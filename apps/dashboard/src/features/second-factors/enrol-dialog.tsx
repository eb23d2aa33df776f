import { CodeBlock, Dialog, Field, Input, PasswordInput, toast } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { enrolText } from './messages.ts'
import { useBeginTotp, useConfirmTotp } from './mutations.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export interface EnrolDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** Sets up an authenticator app: the password, a look at the QR code, a code of the app, and the recovery codes. */
export function EnrolDialog({ isOpen, onOpenChange }: EnrolDialogProps) {
  const [isHeld, setIsHeld] = useState(false)
  const change = (next: boolean) => {
    setIsHeld(false)
    onOpenChange(next)
  }
  return (
    <Dialog isOpen={isOpen} onOpenChange={change} isHeld={isHeld} title={enrolText.title}>
      <Steps onCodes={() => setIsHeld(true)} onDone={() => change(false)} />
    </Dialog>
  )
}

/** Apart from the dialog, so that the secret is forgotten when it closes. */
function Steps({ onCodes, onDone }: { readonly onCodes: () => void; readonly onDone: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  switch (step.kind) {
    case 'password':
      return <PasswordStep onBegun={(begun) => setStep({ kind: 'scan', ...begun })} />
    case 'scan':
      return (
        <ScanStep
          secret={step.secret}
          uri={step.uri}
          onConfirmed={(codes) => {
            setStep({ kind: 'codes', codes })
            onCodes()
          }}
        />
      )
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={onDone} />
  }
}

function PasswordStep({ onBegun }: { readonly onBegun: (begun: { secret: string; uri: string }) => void }) {
  const begin = useBeginTotp()
  const [password, setPassword] = useState('')
  const problem = fieldProblems(begin.error, {})[0]?.message
  return (
    <DialogForm
      onSubmit={() => {
        begin.mutate(password, { onSuccess: onBegun })
      }}
      submitLabel={enrolText.continue}
      isPending={begin.isPending}
      isDisabled={password === ''}
      error={problem === undefined ? begin.error : null}
    >
      <p className="text-soft">{enrolText.description}</p>
      <Field label={enrolText.yourPassword} error={problem}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this step is for */}
        <PasswordInput autoFocus autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
    </DialogForm>
  )
}

interface ScanStepProps {
  readonly secret: string
  readonly uri: string
  readonly onConfirmed: (codes: readonly string[]) => void
}

function ScanStep({ secret, uri, onConfirmed }: ScanStepProps) {
  const confirm = useConfirmTotp()
  const [code, setCode] = useState('')
  const problem = fieldProblems(confirm.error, {})[0]?.message
  const spaced = secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <DialogForm
      onSubmit={() => {
        confirm.mutate(code, {
          onSuccess: ({ recovery_codes: codes, ended_sessions: ended }) => {
            toast.success(ended === 0 ? enrolText.added : enrolText.addedAndEnded)
            onConfirmed(codes)
          },
        })
      }}
      submitLabel={enrolText.submit}
      isPending={confirm.isPending}
      isDisabled={code.trim() === ''}
      error={problem === undefined ? confirm.error : null}
    >
      <div className="flex items-center gap-4 max-sm:flex-col max-sm:items-start">
        <QrCode text={uri} label={enrolText.qrCode} />
        <div className="flex min-w-0 flex-col gap-2">
          <p className="text-soft">{enrolText.scan}</p>
          <CodeBlock label={enrolText.secret} code={spaced} isWrapped />
        </div>
      </div>
      <Field label={enrolText.code} hint={enrolText.codeHint} error={problem}>
        <Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- what comes next after the scan
          autoFocus
          isMono
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </DialogForm>
  )
}
