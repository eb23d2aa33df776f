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
        title="This organization requires two-step sign-in"
        action={
          <>
            {hasPasskey ? (
              <Button variant="primary" onClick={() => signOut()}>
                Sign in with your passkey
              </Button>
            ) : (
              <Link to={pages.account.security} className={buttonClass({ variant: 'primary' })}>
                Set up two-step sign-in
              </Link>
            )}
            <Link to={paths.organizations} className={buttonClass()}>
              Your organizations
            </Link>
          </>
        }
      >
        {hasPasskey
          ? 'You signed in with your password only. Sign in with your passkey to open its projects: a passkey counts as two steps.'
          : 'Turn on two-step sign-in in your account, or add a passkey there, to open its projects again.'}
      </EmptyState>
    </main>
  )
}
