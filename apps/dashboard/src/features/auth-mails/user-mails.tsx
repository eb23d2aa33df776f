import { useState } from 'react'
import { MailList } from './mail-list.tsx'
import { MailPanel } from './mail-panel.tsx'
import { list } from './messages.ts'

/** The mails to one user. */
export function UserMails({ projectRef, userId }: { readonly projectRef: string; readonly userId: string }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <MailList projectRef={projectRef} filter={{ user_id: userId }} onOpen={setOpen} empty={<p className="text-soft">{list.noneOfUser}</p>} />
      {open !== null && <MailPanel key={open} projectRef={projectRef} id={open} onClose={() => setOpen(null)} hasUserLink={false} />}
    </>
  )
}
