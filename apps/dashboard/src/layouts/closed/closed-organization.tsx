import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { type AppError, isAppError } from '@colonnade/core'
import { buttonClass, EmptyState, LogoMark } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { Shell } from '../shell.tsx'
import { TwoFactorNeeded } from './two-factor-needed.tsx'

export interface ClosedOrganizationProps {
  readonly organization: Organization
  readonly error: AppError
}

/** In place of an organization's pages and menus, when it closed to the person while they were there. */
export function ClosedOrganization({ organization: { name }, error }: ClosedOrganizationProps) {
  useTitle(name)
  return (
    <Shell>
      <div role="alert">
        {isAppError(error, 'two_factor_required') ? (
          <TwoFactorNeeded hasPasskey={error.details['has_passkey'] === true} />
        ) : (
          <main className="mx-auto flex w-full max-w-xl flex-col justify-center p-6 pt-[12dvh]">
            <EmptyState
              icon={<LogoMark />}
              title={`You’re no longer a member of ${name}`}
              action={
                <Link to={paths.organizations} className={buttonClass({ variant: 'primary' })}>
                  Your organizations
                </Link>
              }
            >
              You were removed from it, or it was deleted. Unsaved changes here are lost.
            </EmptyState>
          </main>
        )}
      </div>
    </Shell>
  )
}
