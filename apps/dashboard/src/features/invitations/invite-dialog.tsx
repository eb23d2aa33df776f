import type { InvitationOutcome } from '@colonnade/contracts/organizations/invitations'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { splitEmailAddresses } from '@colonnade/core'
import { Button, Dialog, DialogClose, Field, Textarea } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AwaitedRoles } from '../../lib/roles/awaited-roles.tsx'
import { RoleField, RolePermissions } from '../../lib/roles/role-field.tsx'
import { rolesQuery } from '../../scope/clients/roles-query.ts'
import { useInvite } from './mutations.ts'
import { addressProblem } from './address-problem.ts'
import { dialogText } from './messages.ts'
import { SentLinks } from './sent-links.tsx'

export interface InviteDialogProps {
  readonly organization: Organization
  readonly onClose: () => void
}

/** Invites people by their addresses, and then shows their links. */
export function InviteDialog({ organization, onClose }: InviteDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [role, setRole] = useState('developer')
  const { data: roles, error: rolesError, refetch: refetchRoles } = useQuery(rolesQuery(organization.slug))
  const chosen = roles?.find(({ id }) => id === role)
  const invite = useInvite(organization.slug)
  const outcomes = invite.data?.outcomes
  const submit = () => {
    const emails = splitEmailAddresses(text)
    const wrong = addressProblem(emails)
    setProblem(wrong)
    if (wrong === undefined) invite.mutate({ emails, role })
    else field.current?.focus()
  }
  if (outcomes !== undefined) {
    return (
      <Dialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={titleOf(outcomes)}
        footer={
          <DialogClose>
            <Button variant="primary">{dialogText.done}</Button>
          </DialogClose>
        }
      >
        <Outcomes outcomes={outcomes} />
      </Dialog>
    )
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={dialogText.title(organization.name)}
      footer={
        <>
          <DialogClose>
            <Button>{dialogText.cancel}</Button>
          </DialogClose>
          <Button variant="primary" disabled={chosen === undefined} isPending={invite.isPending} onClick={submit}>
            {dialogText.invite}
          </Button>
        </>
      }
    >
      <Field label={dialogText.emails} error={problem} hint={dialogText.emailsHint}>
        <Textarea
          ref={field}
          rows={3}
          value={text}
          placeholder="ada@example.com"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {roles === undefined ? (
        <AwaitedRoles error={rolesError} onRetry={() => void refetchRoles()} />
      ) : (
        <RoleField value={role} onChange={setRole} roles={roles} giver={organization} />
      )}
      {chosen !== undefined && <RolePermissions name={chosen.name} held={chosen.permissions} />}
      {invite.error && <ErrorNotice error={invite.error} />}
    </Dialog>
  )
}

function titleOf(outcomes: readonly InvitationOutcome[]): string {
  const count = outcomes.filter(({ outcome }) => outcome === 'invited').length
  if (count === 0) return dialogText.noneInvited
  return dialogText.invited(count)
}

function Outcomes({ outcomes }: { readonly outcomes: readonly InvitationOutcome[] }) {
  const invited = outcomes.filter((each) => each.outcome === 'invited')
  const others = outcomes.filter((each) => each.outcome !== 'invited')
  return (
    <>
      {invited.length > 0 && <SentLinks sent={invited} />}
      {others.length > 0 && (
        <section aria-label={dialogText.notInvited} className="flex flex-col gap-1">
          {invited.length > 0 && <h3 className="text-sm font-medium">{dialogText.notInvited}</h3>}
          <ul className="flex flex-col gap-1 text-sm">
            {others.map((each) => (
              <li key={`${each.email} ${reasonOf(each)}`} className="wrap-anywhere">
                <span className="font-mono text-xs">{each.email}</span> <span className="text-soft">{reasonOf(each)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function reasonOf(outcome: Exclude<InvitationOutcome, { outcome: 'invited' }>): string {
  if (outcome.outcome === 'invalid') return dialogText.refused(outcome.message)
  if (outcome.outcome === 'already_member') return dialogText.member
  return dialogText.pending
}
