import { Email } from '@colonnade/contracts/foundation/values'
import type { LetterSent } from '@colonnade/contracts/people/password-resets'
import { Button, Field, Input } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import type { UseMutationResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { addressText } from './messages.ts'

const Address = z.object({ email: Email })

export interface AddressFormProps {
  readonly title: string
  readonly children: ReactNode
  readonly submitLabel: string
  /** What comes, and for how long it is good, after the address was sent. */
  readonly sentText: (email: string) => string
  readonly request: UseMutationResult<LetterSent, Error, { email: string }>
}

/** Asks for an address to mail a link to, and then says where to look for it. */
export function AddressForm({ title, children, submitLabel, sentText, request }: AddressFormProps) {
  useTitle(title)
  const form = useForm({ resolver: zodResolver(Address), defaultValues: { email: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => request.mutate(values, { onError: (error) => showFormError(form, error) }))
  if (request.data) return <Sent arrives={request.data.arrives} text={sentText(request.variables.email)} onAgain={request.reset} />
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 text-soft">{children}</p>
      </div>
      <Field label={addressText.email} error={errors.email?.message}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this page is for */}
        <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
      </Field>
      {errors.root && <ErrorNotice error={request.error} />}
      <Button type="submit" variant="primary" size="lg" isPending={request.isPending}>
        {submitLabel}
      </Button>
      <BackToSignIn />
    </form>
  )
}

function Sent({ arrives, text, onAgain }: { readonly arrives: LetterSent['arrives']; readonly text: string; readonly onAgain: () => void }) {
  return (
    <output className="flex flex-col gap-4">
      <MailCheck aria-hidden className="size-6 text-accent" strokeWidth={1.5} />
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{addressText.sentTitle}</h1>
        <p className="mt-1 wrap-anywhere text-soft">{text}</p>
      </div>
      {arrives === 'inbox' && (
        <p className="text-soft">
          {addressText.inboxBefore}
          <em>{addressText.inbox}</em>
          {addressText.inboxAfter}
        </p>
      )}
      <Button size="lg" onClick={onAgain}>
        {addressText.again}
      </Button>
      <BackToSignIn />
    </output>
  )
}

export function BackToSignIn() {
  return (
    <Link to={paths.signIn} className="self-center text-soft underline-offset-4 hover:text-fg hover:underline">
      {addressText.backToSignIn}
    </Link>
  )
}
