import { buttonClass } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { BackToSignIn } from './address-form.tsx'
import { linkEndedText } from './messages.ts'

/** Replaces the form of a link that no longer works. */
export function LinkEnded({ again, label }: { readonly again: string; readonly label: string }) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{linkEndedText.title}</h1>
        <p className="mt-1 text-soft">{linkEndedText.description}</p>
      </div>
      <Link to={again} className={buttonClass({ variant: 'primary', size: 'lg' })}>
        {label}
      </Link>
      <BackToSignIn />
    </div>
  )
}
