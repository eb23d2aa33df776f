import { buttonClass, EmptyState } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { pages, paths } from '../paths.ts'

/** In place of the pages of an organization that asks for a second factor which the person does not have. */
export function TwoFactorNeeded() {
  return (
    <main className="mx-auto w-full max-w-2xl p-6 pt-[12dvh]">
      <EmptyState
        icon={<ShieldCheck aria-hidden />}
        title="This organization asks for two-step sign-in"
        action={
          <>
            <Link to={pages.account.security} className={buttonClass({ variant: 'primary' })}>
              Set it up
            </Link>
            <Link to={paths.organizations} className={buttonClass()}>
              Your organizations
            </Link>
          </>
        }
      >
        Its projects open again as soon as you have turned it on in your account.
      </EmptyState>
    </main>
  )
}
