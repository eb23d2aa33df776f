import { buttonClass, EmptyState, Spinner } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'

/** A project that is brought to a newer Postgres, and where one sees how far that is. */
export function UpgradingScreen({ projectRef }: { readonly projectRef: string }) {
  return (
    <EmptyState
      icon={<Spinner />}
      title="Being upgraded"
      action={
        <Link to={paths.project.infrastructure(projectRef)} className={buttonClass({ variant: 'primary' })}>
          See how far it is
        </Link>
      }
    >
      Everything is brought to a newer Postgres. Nobody can use the database until then.
    </EmptyState>
  )
}
