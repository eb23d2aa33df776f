import { smtpSettingNames } from '@colonnade/contracts/auth/auth-mails'
import { Email } from '@colonnade/contracts/foundation/values'
import { Button, Field, Input, Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { dataApi } from '../../../scope/data-client.ts'
import { profileQuery } from '../../../scope/queries.ts'
import type { Typed } from '../kit/definition.ts'
import { MailRefusal } from '../kit/mail-refusal.tsx'
import { test as texts } from './messages.ts'

/** Sends a test with what is entered, and shows what the server says. */
export function SendTest({ projectRef, typed }: { readonly projectRef: string; readonly typed: Typed }) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const [to, setTo] = useState(profile.primary_email)
  const [problem, setProblem] = useState<string>()
  const send = useMutation({
    // a password may be among the settings
    gcTime: 0,
    mutationFn: (address: string) => dataApi.authMails.test({ params: { ref: projectRef }, body: { to: address, settings: draftOf(typed) } }),
  })
  const start = (event: FormEvent) => {
    event.preventDefault()
    const address = Email.safeParse(to)
    setProblem(address.success ? undefined : texts.invalid)
    if (address.success && !send.isPending) send.mutate(address.data)
  }
  return (
    <Panel label={texts.title}>
      <PanelHeader title={texts.title} description={texts.description} />
      <PanelContent>
        <form noValidate className="flex flex-col gap-3" onSubmit={start}>
          <Field label={texts.to} error={problem}>
            <Input type="email" autoComplete="off" value={to} onChange={(event) => setTo(event.target.value)} />
          </Field>
          <Button type="submit" isPending={send.isPending} className="self-start">
            {texts.send}
          </Button>
          <output className="empty:hidden">
            {send.isSuccess && send.data.outcome === 'sent' && <p className="text-accent">{texts.sent(send.variables)}</p>}
          </output>
          {send.data !== undefined && send.data.outcome !== 'sent' && <MailRefusal outcome={send.data.outcome} problem={send.data.problem} />}
          {send.error !== null && <ErrorNotice error={send.error} />}
        </form>
      </PanelContent>
    </Panel>
  )
}

/** What is entered; an empty secret stays as it is saved. */
function draftOf(typed: Typed) {
  const entered = smtpSettingNames.filter((name) => name !== 'smtp_pass' || typed[name] !== '')
  return Object.fromEntries(entered.map((name) => [name, typed[name] === null ? null : String(typed[name] ?? '').trim()]))
}
