import { buttonClass, EmptyState, Spinner } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { upgradingScreenText } from './messages.ts'

/** A project that is brought to a newer Postgres, and where one sees how far that is. */
export function UpgradingScreen({ projectRef }: { readonly projectRef: string }) {
  return (
    <EmptyState
      icon={<Spinner />}
      title={upgradingScreenText.upgrading}
      action={
        <Link to={paths.project.infrastructure(projectRef)} className={buttonClass({ variant: 'primary' })}>
          {upgradingScreenText.viewProgress}
        </Link>
      }
    >
      {upgradingScreenText.hint}
    </EmptyState>
  )
}
