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
    return <ErrorNotice error={error} subject="Failed to load whether it is offered" onRetry={() => void refetch()} />
  }
  if (transfer !== null) return <OpenTransfer organization={organization} transfer={transfer} />
  return isOwner ? <Offer organization={organization} members={members} /> : null
}

/** What becomes of who hands it over; without a role they leave. */
function afterWords(after: string, roleName: string | null): string {
  if (after === 'owner') return 'stay an owner beside them'
  return roleName === null ? 'leave the organization' : `stay as ${roleName}`
}

function Offer({ organization: { slug, name }, members }: TransferPanelProps) {
  const { data, error, refetch } = members
  const others = data?.filter((member) => !member.is_self && member.role !== 'owner')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel label="Transfer organization">
      <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 className="text-sm font-medium">Transfer organization</h2>
          <p className="text-sm text-soft">
            {others?.length === 0
              ? 'Everybody in it owns it already. Invite who is to have it first.'
              : `Another member becomes its owner, with all projects and bills, once they accept within ${transferDays} days.`}
          </p>
        </div>
        <Button disabled={others === undefined || others.length === 0} onClick={() => setIsOpen(true)}>
          Transfer organization
        </Button>
      </PanelContent>
      {others === undefined && error !== null && (
        <PanelContent className="border-t">
          <ErrorNotice error={error} subject="Failed to load who could have it" onRetry={() => void refetch()} />
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
      title={`Transfer ${name}?`}
      description="They are told by mail and in their notifications. Nothing changes until they accept, and you can take it back until then."
      typedName={slug}
      confirmLabel="Offer it to them"
      onConfirm={async () => {
        const { to: recipient } = await offer.mutateAsync({ to, after })
        toast.success(`Offered to ${recipient.username}`)
      }}
    >
      <Field label="New owner">
        <Select
          value={to}
          onValueChange={setTo}
          options={members.map(({ id, username, primary_email: email }) => ({ value: id, label: `${username} (${email})` }))}
        />
      </Field>
      {options === undefined ? (
        <AwaitedRoles error={error} onRetry={() => void refetch()} />
      ) : (
        <Field label="Then I" hint={roles?.find(({ id }) => id === after)?.description || undefined}>
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
    <Panel label="Transfer organization" className="border-accent/40">
      <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 className="text-sm font-medium wrap-anywhere">
            {reader === 'recipient' ? `${from.username} wants to make you the owner` : `Offered to ${to.username}`}
          </h2>
          <p className="text-sm wrap-anywhere text-soft">
            {reader === 'recipient'
              ? `You would own ${name} with its projects and bills. ${from.username} would ${afterWords(after, roleName)}. You have until ${until}.`
              : `${from.username} offered it to ${to.primary_email}, who has until ${until} to accept, and would ${afterWords(after, roleName)}.`}
          </p>
        </div>
        {reader === 'recipient' && (
          <div className="flex shrink-0 gap-2">
            <Button isPending={end.isPending && end.variables === 'decline'} onClick={() => quick('decline', 'Declined')}>
              Decline
            </Button>
            <Button variant="primary" onClick={() => setIsAccepting(true)}>
              Accept
            </Button>
          </div>
        )}
        {reader === 'owner' && (
          <Button isPending={end.isPending} onClick={() => quick('withdraw', 'Taken back')}>
            Take it back
          </Button>
        )}
      </PanelContent>
      {isAccepting && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsAccepting}
          title={`Own ${name}?`}
          description="You decide about everything in it from then on, its bills included."
          confirmLabel="Own it"
          onConfirm={async () => {
            await end.mutateAsync('accept')
            toast.success(`You own ${name} now`)
          }}
        />
      )}
    </Panel>
  )
}
