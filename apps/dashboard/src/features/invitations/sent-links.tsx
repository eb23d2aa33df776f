import { invitationDays, type SentInvitation } from '@colonnade/contracts/organizations/invitations'
import { CopyButton } from '@colonnade/ui'
import { linksText } from './messages.ts'

/** Shows links that were just created. They can't be shown again. */
export function SentLinks({ sent }: { readonly sent: readonly SentInvitation[] }) {
  return (
    <section aria-label={linksText.links} className="flex flex-col gap-2">
      <p className="text-sm text-soft">
        {(sent.every(({ is_mailed: isMailed }) => isMailed) ? linksText.mailed : linksText.notMailed)(invitationDays)}
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
            <CopyButton text={link} label={linksText.copyLink(email)} />
          </li>
        ))}
      </ul>
      {sent.length > 1 && (
        <div className="flex items-center gap-2 self-end text-xs text-faint">
          {linksText.allLinks}
          <CopyButton text={() => sent.map(({ invitation, link }) => `${invitation.email}\t${link}`).join('\n')} label={linksText.copyAllLinks} />
        </div>
      )}
    </section>
  )
}
