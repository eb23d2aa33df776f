import type { InvitationOffer } from '@colonnade/contracts/organizations/invitations'
import { isAppError } from '@colonnade/core'
import { Button, buttonClass, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { RolePermissions } from '../../lib/roles/role-field.tsx'
import { paths } from '../../paths.ts'
import { signOut } from '../../scope/sign-out.ts'
import { JoinForm } from './join-form.tsx'
import { useAccept } from './mutations.ts'
import { offerQuery } from './queries.ts'

export interface InvitationPageProps {
  /** Out of the link; empty when it was cut off. */
  readonly token: string
  /** Of the signed-in person, if any. */
  readonly email: string | null
  /** Ways in for who has no account, or is not signed in. */
  readonly waysIn: ReactNode
}

/** Where the link of an invitation leads. */
export function InvitationPage({ token, email, waysIn }: InvitationPageProps) {
  useTitle('Invitation')
  const { data: offer, error, refetch } = useQuery({ ...offerQuery(token), enabled: token !== '' })
  if (token === '') return <Refused>The link is not complete. Copy all of it out of the message that it came in.</Refused>
  if (error !== null) {
    return isAppError(error, 'link_invalid') ? <Refused>{error.message}</Refused> : <ErrorNotice error={error} onRetry={() => void refetch()} />
  }
  if (offer === undefined) {
    return (
      <output aria-label="Loading the invitation" className="flex flex-col gap-3">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="w-full" />
      </output>
    )
  }
  return <Offer token={token} offer={offer} email={email} waysIn={waysIn} />
}

function Offer({ token, offer, email, waysIn }: InvitationPageProps & { readonly offer: InvitationOffer }) {
  const { organization_name: name, invited_by: inviter, reader, role, slug } = offer
  const accept = useAccept(token)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{reader === 'member' ? `You belong to ${name}` : `Join ${name}`}</h1>
        <p className="mt-1 wrap-anywhere text-soft">
          {reader === 'member' ? 'There is nothing left to accept.' : `${inviter ?? 'Somebody'} invites you to work in ${name}.`}
        </p>
      </div>
      {reader === 'stranger' && (
        <>
          <JoinForm token={token} />
          {waysIn}
        </>
      )}
      {reader === 'invited' && (
        <>
          {role !== null && (
            <div className="flex flex-col gap-2">
              <p className="wrap-anywhere text-soft">
                As <span className="text-fg">{role.name}</span>. {role.description}
              </p>
              <RolePermissions name={role.name} held={role.permissions} />
            </div>
          )}
          {accept.error && <ErrorNotice error={accept.error} />}
          <Button variant="primary" size="lg" isPending={accept.isPending} onClick={() => accept.mutate()}>
            Join as {email}
          </Button>
        </>
      )}
      {reader === 'other' && (
        <>
          <p className="wrap-anywhere text-soft">
            This invitation was sent to another address than <span className="text-fg">{email}</span>, with which you are signed in. Sign out, and
            come back as who was invited.
          </p>
          <Button size="lg" onClick={() => signOut(() => window.location.reload())}>
            Sign out
          </Button>
        </>
      )}
      {reader === 'member' && slug !== null && (
        <Link to={paths.organization.projects(slug)} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Open {name}
        </Link>
      )}
    </div>
  )
}

function Refused({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">This link opens nothing</h1>
        <p className="mt-1 text-soft">{children}</p>
      </div>
      <Link to={paths.root} className={buttonClass({ size: 'lg' })}>
        Go to your projects
      </Link>
    </div>
  )
}
