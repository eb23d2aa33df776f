import type { Member } from '@colonnade/contracts/organizations/members'
import { type OrganizationTransfer, transferDays } from '@colonnade/contracts/organizations/organization-transfers'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, ConfirmDialog, Field, Panel, PanelContent, Select, toast } from '@colonnade/ui'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, messageOf } from '../../lib/error-notice.tsx'
import { AwaitedRoles } from '../../lib/roles/awaited-roles.tsx'
import { rolesQuery } from '../../scope/clients/roles-query.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { transferText } from './messages.ts'
import { transferQuery } from './queries.ts'
import { useEndTransfer, useOfferOrganization } from './transfer-mutations.ts'

export interface TransferPanelProps {
  readonly organization: Organization
  readonly members: Pick<UseQueryResult<readonly Member[]>, 'data' | 'error' | 'refetch'>
}

/** Hands an organization over to another of its members. Others than owners see it only while something is offered. */
export function TransferPanel({ organization, members }: TransferPanelProps) {
  const { data: transfer, error, refetch } = useQuery(transferQuery(organization.slug))
  const isOwner = isAllowed(organization, 'organization:delete')
  if (transfer === undefined) {
    if (error === null || !isOwner) return null
    return <ErrorNotice error={error} subject={transferText.offerFailed} onRetry={() => void refetch()} />
  }
  if (transfer !== null) return <OpenTransfer organization={organization} transfer={transfer} />
  return isOwner ? <Offer organization={organization} members={members} /> : null
}

/** Returns what the current owner does after the transfer: keep a role, or leave without one. */
function afterWords(after: string, roleName: string | null): string {
  if (after === 'owner') return transferText.stayOwner
  return roleName === null ? transferText.leave : transferText.stayAs(roleName)
}

function Offer({ organization: { slug, name }, members }: TransferPanelProps) {
  const { data, error, refetch } = members
  const others = data?.filter((member) => !member.is_self && member.role !== 'owner')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel label={transferText.transferOrganization}>
      <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 className="text-sm font-medium">{transferText.transferOrganization}</h2>
          <p className="text-sm text-soft">{others?.length === 0 ? transferText.noOthers : transferText.description(transferDays)}</p>
        </div>
        <Button disabled={others === undefined || others.length === 0} onClick={() => setIsOpen(true)}>
          {transferText.transferOrganization}
        </Button>
      </PanelContent>
      {others === undefined && error !== null && (
        <PanelContent className="border-t">
          <ErrorNotice error={error} subject={transferText.membersFailed} onRetry={() => void refetch()} />
        </PanelContent>
      )}
      {isOpen && others !== undefined && <OfferDialog slug={slug} name={name} members={others} onClose={() => setIsOpen(false)} />}
    </Panel>
  )
}

interface OfferDialogProps {
  readonly slug: string
  readonly name: string
  readonly members: readonly Member[]
  readonly onClose: () => void
}

function OfferDialog({ slug, name, members, onClose }: OfferDialogProps) {
  const [to, setTo] = useState(members[0]!.id)
  const [after, setAfter] = useState('administrator')
  const { data: roles, error, refetch } = useQuery(rolesQuery(slug))
  const options = roles?.map(({ id, name: role }) => ({ value: id, label: afterWords(id, role) }))
  const offer = useOfferOrganization(slug)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={transferText.offerTitle(name)}
      description={transferText.offerBody}
      typedName={slug}
      confirmLabel={transferText.offer}
      onConfirm={async () => {
        const { to: recipient } = await offer.mutateAsync({ to, after })
        toast.success(transferText.offered(recipient.username))
      }}
    >
      <Field label={transferText.newOwner}>
        <Select
          value={to}
          onValueChange={setTo}
          options={members.map(({ id, username, primary_email: email }) => ({ value: id, label: `${username} (${email})` }))}
        />
      </Field>
      {options === undefined ? (
        <AwaitedRoles error={error} onRetry={() => void refetch()} />
      ) : (
        <Field label={transferText.afterwards} hint={roles?.find(({ id }) => id === after)?.description || undefined}>
          <Select value={after} onValueChange={setAfter} options={[...options, { value: 'leave', label: afterWords('leave', null) }]} />
        </Field>
      )}
    </ConfirmDialog>
  )
}

function OpenTransfer({ organization: { slug, name }, transfer }: { readonly organization: Organization; readonly transfer: OrganizationTransfer }) {
  const { from, to, after, after_name: roleName, expires_at: expiresAt, reader } = transfer
  const end = useEndTransfer(slug)
  const [isAccepting, setIsAccepting] = useState(false)
  const until = new Date(expiresAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  const quick = (how: 'withdraw' | 'decline', done: string) =>
    end.mutate(how, { onSuccess: () => toast.success(done), onError: (error) => toast.error(messageOf(error)) })
  return (
    <Panel label={transferText.transferOrganization} className="border-accent/40">
      <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 className="text-sm font-medium wrap-anywhere">
            {reader === 'recipient' ? transferText.receivedTitle(from.username) : transferText.sentTitle(to.username)}
          </h2>
          <p className="text-sm wrap-anywhere text-soft">
            {reader === 'recipient'
              ? transferText.receivedBody(name, from.username, afterWords(after, roleName), until)
              : transferText.sentBody(from.username, to.primary_email, until, afterWords(after, roleName))}
          </p>
        </div>
        {reader === 'recipient' && (
          <div className="flex shrink-0 gap-2">
            <Button isPending={end.isPending && end.variables === 'decline'} onClick={() => quick('decline', transferText.declined)}>
              {transferText.decline}
            </Button>
            <Button variant="primary" onClick={() => setIsAccepting(true)}>
              {transferText.accept}
            </Button>
          </div>
        )}
        {reader === 'owner' && (
          <Button isPending={end.isPending} onClick={() => quick('withdraw', transferText.withdrawn)}>
            {transferText.withdraw}
          </Button>
        )}
      </PanelContent>
      {isAccepting && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsAccepting}
          title={transferText.acceptTitle(name)}
          description={transferText.acceptBody}
          confirmLabel={transferText.acceptConfirm}
          onConfirm={async () => {
            await end.mutateAsync('accept')
            toast.success(transferText.accepted(name))
          }}
        />
      )}
    </Panel>
  )
}
