import { mayDecideAbout, permissions } from '@colonnade/contracts/foundation/permissions'
import type { Invitation, SentInvitation } from '@colonnade/contracts/organizations/invitations'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Badge, Button, ConfirmDialog, Dialog, DialogClose, Panel, PanelContent, PanelHeader, RelativeTime, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { rolesQuery } from '../../scope/clients/roles-query.ts'
import { pendingText } from './messages.ts'
import { useResend, useRevoke } from './mutations.ts'
import { invitationsQuery } from './queries.ts'
import { SentLinks } from './sent-links.tsx'

type Open =
  | { readonly kind: 'none' }
  | { readonly kind: 'link'; readonly sent: SentInvitation }
  | { readonly kind: 'revoke'; readonly invitation: Invitation }

/** Who was invited and has not answered yet; nothing where there is nobody. */
export function PendingInvitations({ organization }: { readonly organization: Organization }) {
  const { slug } = organization
  const { data: invitations, error, refetch } = useQuery(invitationsQuery(slug))
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const revoke = useRevoke(slug)
  const close = () => setOpen({ kind: 'none' })
  if (invitations === undefined && error === null) return null
  if (invitations?.length === 0 && open.kind === 'none') return null
  return (
    <Panel label={pendingText.title}>
      <PanelHeader title={pendingText.title} description={pendingText.description} />
      {invitations === undefined ? (
        <PanelContent>
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </PanelContent>
      ) : (
        <ul aria-label={pendingText.title} className="ruled">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              organization={organization}
              invitation={invitation}
              onLink={(sent) => setOpen({ kind: 'link', sent })}
              onRevoke={() => setOpen({ kind: 'revoke', invitation })}
            />
          ))}
        </ul>
      )}
      {open.kind === 'link' && (
        <Dialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && close()}
          title={pendingText.linkTitle}
          description={pendingText.linkBody}
          footer={
            <DialogClose>
              <Button variant="primary">{pendingText.done}</Button>
            </DialogClose>
          }
        >
          <SentLinks sent={[open.sent]} />
        </Dialog>
      )}
      {open.kind === 'revoke' && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && close()}
          isDanger
          title={pendingText.revokeTitle}
          description={pendingText.revokeBody(open.invitation.email)}
          confirmLabel={pendingText.revokeConfirm}
          onConfirm={async () => {
            await revoke.mutateAsync(open.invitation.id)
          }}
        />
      )}
    </Panel>
  )
}

interface InvitationRowProps {
  readonly organization: Organization
  readonly invitation: Invitation
  readonly onLink: (sent: SentInvitation) => void
  readonly onRevoke: () => void
}

function InvitationRow({ organization, invitation, onLink, onRevoke }: InvitationRowProps) {
  const resend = useResend(organization.slug)
  const { data: roles = [] } = useQuery(rolesQuery(organization.slug))
  const { id, email, role, role_name: roleName, invited_by: inviter, sent_at, expires_at, is_expired: isExpired } = invitation
  const mayDecide = mayDecideAbout(organization, { role, permissions: roles.find((each) => each.id === role)?.permissions ?? permissions })
  return (
    <li className="flex items-center gap-3 px-4 py-3 max-sm:flex-wrap">
      <Mail aria-hidden className="size-4 shrink-0 text-faint" strokeWidth={1.5} />
      <div className="min-w-0 flex-1 max-sm:basis-4/5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{email}</span>
          <Badge>{roleName}</Badge>
          {isExpired && <Badge tone="warning">{pendingText.expired}</Badge>}
        </p>
        <p className="dotted text-xs text-faint">
          <span>
            {inviter === null ? pendingText.sent : pendingText.sentBy(inviter.username)}
            <RelativeTime value={sent_at} />
          </span>
          {!isExpired && <span>{pendingText.expires(new Date(expires_at).toLocaleDateString(undefined, { dateStyle: 'medium' }))}</span>}
        </p>
      </div>
      {mayDecide && (
        <div className="flex gap-2 max-sm:w-full max-sm:pl-7">
          <Button
            size="sm"
            aria-label={pendingText.newLinkFor(email)}
            isPending={resend.isPending}
            onClick={() => resend.mutate(id, { onSuccess: onLink, onError: (error) => toast.error(failureText(pendingText.linkFailure, error)) })}
          >
            {pendingText.newLink}
          </Button>
          <Button size="sm" aria-label={pendingText.revokeFor(email)} onClick={onRevoke}>
            {pendingText.revoke}
          </Button>
        </div>
      )}
    </li>
  )
}
