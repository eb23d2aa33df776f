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
import { invitationText as texts } from './messages.ts'
import { useAccept } from './mutations.ts'
import { offerQuery } from './queries.ts'

export interface InvitationPageProps {
  /** Out of the link; empty when it was cut off. */
  readonly token: string
  /** Of the signed-in person, if any. */
  readonly email: string | null
  /** Other ways to sign in, for someone without an account or not signed in. */
  readonly waysIn: ReactNode
}

/** The page that the link of an invitation opens. */
export function InvitationPage({ token, email, waysIn }: InvitationPageProps) {
  useTitle(texts.title)
  const { data: offer, error, refetch } = useQuery({ ...offerQuery(token), enabled: token !== '' })
  if (token === '') return <Refused>{texts.refused.incomplete}</Refused>
  if (error !== null) {
    return isAppError(error, 'link_invalid') ? <Refused>{error.message}</Refused> : <ErrorNotice error={error} onRetry={() => void refetch()} />
  }
  if (offer === undefined) {
    return (
      <output aria-label={texts.loading} className="flex flex-col gap-3">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="w-full" />
      </output>
    )
  }
  return <Offer token={token} offer={offer} email={email} waysIn={waysIn} />
}

function Offer({ token, offer, email, waysIn }: InvitationPageProps & { readonly offer: InvitationOffer }) {
  const { organization_name: name, invited_by: inviter, email: invited, reader, role, slug } = offer
  const accept = useAccept(token)
  const isMember = reader === 'member'
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{isMember ? texts.member.title(name) : texts.join(name)}</h1>
        <p className="mt-1 wrap-anywhere text-soft">{isMember ? texts.member.text : texts.invitedBy(inviter, name)}</p>
      </div>
      {role !== null && <OfferedRole role={role} />}
      {reader === 'stranger' && (
        <>
          <JoinForm token={token} email={invited ?? ''} />
          {waysIn}
        </>
      )}
      {reader === 'invited' && email !== null && (
        <>
          {accept.error && <ErrorNotice error={accept.error} />}
          <Button variant="primary" size="lg" isPending={accept.isPending} onClick={() => accept.mutate()}>
            {texts.joinAs(email)}
          </Button>
        </>
      )}
      {reader === 'other' && (
        <>
          <p className="wrap-anywhere text-soft">
            {texts.other.before}
            <span className="text-fg">{invited}</span>
            {texts.other.between}
            <span className="text-fg">{email}</span>
            {texts.other.after}
          </p>
          <Button size="lg" onClick={() => signOut(() => window.location.reload())}>
            {texts.other.signOut}
          </Button>
        </>
      )}
      {isMember && slug !== null && (
        <Link to={paths.organization.projects(slug)} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {texts.member.open(name)}
        </Link>
      )}
    </div>
  )
}

/** What the person will be, with what that allows. */
function OfferedRole({ role }: { readonly role: NonNullable<InvitationOffer['role']> }) {
  return (
    <section aria-label={texts.role} className="flex flex-col gap-1 rounded-lg border bg-surface px-3 py-2">
      <p className="wrap-anywhere">
        <span className="text-soft">{texts.role}:</span> <span className="font-medium">{role.name}</span>
      </p>
      {role.description !== '' && <p className="text-sm wrap-anywhere text-soft">{role.description}</p>}
      <RolePermissions name={role.name} held={role.permissions} />
    </section>
  )
}

function Refused({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{texts.refused.title}</h1>
        <p className="mt-1 text-soft">{children}</p>
      </div>
      <Link to={paths.root} className={buttonClass({ size: 'lg' })}>
        {texts.refused.projects}
      </Link>
    </div>
  )
}
