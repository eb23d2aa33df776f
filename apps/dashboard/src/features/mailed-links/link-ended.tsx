import { buttonClass } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { BackToSignIn } from './address-form.tsx'

/** In place of the form that a link leads to, when the link leads nowhere any more. */
export function LinkEnded({ again, label }: { readonly again: string; readonly label: string }) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">This link is not valid any more</h1>
        <p className="mt-1 text-soft">It was used, or another one was, or its time is up. A new one is mailed in a moment.</p>
      </div>
      <Link to={again} className={buttonClass({ variant: 'primary', size: 'lg' })}>
        {label}
      </Link>
      <BackToSignIn />
    </div>
  )
}
