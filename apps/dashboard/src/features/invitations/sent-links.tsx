import { invitationDays, type SentInvitation } from '@colonnade/contracts/organizations/invitations'
import { CopyButton } from '@colonnade/ui'

/** Links that were just made: nobody can show them again. */
export function SentLinks({ sent }: { readonly sent: readonly SentInvitation[] }) {
  return (
    <section aria-label="Links" className="flex flex-col gap-2">
      <p className="text-sm text-soft">
        {sent.every(({ is_mailed: isMailed }) => isMailed)
          ? 'An e-mail with the link is on its way. You can hand it on yourself, too.'
          : 'Hand each person their link: this installation sends no e-mail.'}{' '}
        It is shown only now, works once, and is good for {invitationDays} days.
      </p>
      <ul className="flex flex-col ruled rounded-md border">
        {sent.map(({ invitation: { id, email }, link }) => (
          <li key={id} className="flex items-center gap-2 px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm" title={email}>
                {email}
              </p>
              <p className="truncate font-mono text-xs text-faint" title={link}>
                {link}
              </p>
            </div>
            <CopyButton text={link} label={`Copy the link for ${email}`} />
          </li>
        ))}
      </ul>
      {sent.length > 1 && (
        <div className="flex items-center gap-2 self-end text-xs text-faint">
          All of them, an address and a link on each line
          <CopyButton text={() => sent.map(({ invitation, link }) => `${invitation.email}\t${link}`).join('\n')} label="Copy all links" />
        </div>
      )}
    </section>
  )
}
