import type { AuthMailContent, AuthMailDetails } from '@colonnade/contracts/auth/auth-mails'
import { buttonClass, CopyButton, Panel, relativeTimeText, SegmentedControl } from '@colonnade/ui'
import { useState, type ReactNode } from 'react'
import { linksIn } from '../../lib/mails/inert-document.ts'
import { MailFrame } from '../../lib/mails/mail-frame.tsx'
import { mail as texts } from './messages.ts'

export interface MailContentProps {
  readonly mail: AuthMailDetails
  readonly content: AuthMailContent
}

/** What a mail says, after the links and code in it. */
export function MailContent({ mail, content: { html, text, code } }: MailContentProps) {
  const [view, setView] = useState<'html' | 'text'>('html')
  return (
    <>
      <LinksAndCode links={linksIn(html)} code={code} expiresAt={mail.expires_at} />
      <div className="flex flex-col gap-2">
        <SegmentedControl
          label={texts.view}
          value={view}
          onValueChange={setView}
          className="self-start"
          options={[
            { value: 'html', label: texts.html },
            { value: 'text', label: texts.text },
          ]}
        />
        <Panel>
          {view === 'html' ? (
            <MailFrame title={texts.body} html={html} />
          ) : (
            <pre aria-label={texts.body} className="min-h-80 p-4 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
              {text}
            </pre>
          )}
        </Panel>
      </div>
    </>
  )
}

interface LinksAndCodeProps {
  readonly links: readonly string[]
  readonly code: string | null
  readonly expiresAt: string
}

function LinksAndCode({ links, code, expiresAt }: LinksAndCodeProps) {
  // a notice brings neither
  const [now] = useState(() => Date.now())
  const expiry = Date.parse(expiresAt)
  if (links.length === 0 && code === null) return null
  return (
    <section aria-label={texts.links} className="flex flex-col gap-2">
      {links.map((link) => (
        <Entry key={link} text={link} copyLabel={texts.copyLink}>
          {/^https?:\/\//i.test(link) && (
            <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: 'sm' })}>
              {texts.openLink}
            </a>
          )}
        </Entry>
      ))}
      {code !== null && <Entry text={code} copyLabel={texts.copyCode} />}
      <p className="text-xs text-faint">
        {texts.expiry(links.length > 0, code !== null, expiry <= now, relativeTimeText(expiry, now))} {links.length > 0 && texts.opensAsUser}
      </p>
    </section>
  )
}

function Entry({ text, copyLabel, children }: { readonly text: string; readonly copyLabel: string; readonly children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border bg-sunken py-1.5 pr-1.5 pl-3">
      <code className="min-w-0 flex-1 basis-48 font-mono text-xs wrap-anywhere">{text}</code>
      <span className="flex items-center gap-1">
        {children}
        <CopyButton text={text} label={copyLabel} isIconOnly />
      </span>
    </div>
  )
}
