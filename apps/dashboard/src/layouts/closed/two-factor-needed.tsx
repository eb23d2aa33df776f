import { Button, buttonClass, EmptyState } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { pages, paths } from '../../paths.ts'
import { signOut } from '../../scope/sign-out.ts'

/** In place of the pages of an organization that asks for a second factor which the person does not have, or did not show. */
export function TwoFactorNeeded({ hasPasskey }: { readonly hasPasskey: boolean }) {
  return (
    <main className="mx-auto w-full max-w-2xl p-6 pt-[12dvh]">
      <EmptyState
        icon={<ShieldCheck aria-hidden />}
        title="This organization asks for two-step sign-in"
        action={
          <>
            {hasPasskey ? (
              <Button variant="primary" onClick={() => signOut()}>
                Sign in with your passkey
              </Button>
            ) : (
              <Link to={pages.account.security} className={buttonClass({ variant: 'primary' })}>
                Set it up
              </Link>
            )}
            <Link to={paths.organizations} className={buttonClass()}>
              Your organizations
            </Link>
          </>
        }
      >
        {hasPasskey
          ? 'You came in with your password alone. A passkey is two steps in one: its projects open when you sign in with yours.'
          : 'Its projects open again as soon as you have turned it on in your account, or added a passkey there.'}
      </EmptyState>
    </main>
  )
}
