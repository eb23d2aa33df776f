import { buttonClass, EmptyState, LogoMark } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { useTitle } from '../lib/use-title.ts'
import { paths } from '../paths.ts'

/** The address leads nowhere, or to something that belongs to others. */
export function NotFound({ title = 'This page doesn’t exist' }: { readonly title?: string }) {
  useTitle('Not found')
  return (
    <main className="mx-auto flex w-full max-w-xl flex-col justify-center p-6 pt-[12dvh]">
      <EmptyState
        icon={<LogoMark />}
        title={title}
        action={
          <Link to={paths.root} className={buttonClass({ variant: 'primary' })}>
            Go home
          </Link>
        }
      >
        It may have been deleted, or it belongs to an organization you’re not a member of.
      </EmptyState>
    </main>
  )
}

export function UnknownPage() {
  return <NotFound />
}
