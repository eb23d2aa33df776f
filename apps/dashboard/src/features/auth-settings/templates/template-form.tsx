import { type PreviewUser, sampleValues } from '@colonnade/contracts/auth/mail-templates/sample-values'
import { authFields, type AuthOverview } from '@colonnade/contracts/auth/auth-settings'
import type { TemplateField } from '@colonnade/contracts/auth/setting-field'
import { CopyButton } from '@colonnade/ui'
import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { CodeField } from '../../../lib/code/code-field.tsx'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { SettingNotes } from '../kit/setting-notes.tsx'
import { SettingRow } from '../kit/setting-row.tsx'
import type { AuthForm } from '../kit/use-auth-settings.ts'
import type { MailForm } from '../pages/mail-forms.ts'
import { mailHints } from './mail-hints.ts'
import { MailPreview } from './mail-preview.tsx'
import { templateFormText } from './messages.ts'
import { renderPreview } from './preview.ts'

export interface TemplateFormProps {
  readonly mail: MailForm
  readonly form: AuthForm
  readonly overview: AuthOverview
  /** Whose mail is previewed. */
  readonly user: PreviewUser
  /** Chooses another, and sends a test. */
  readonly chooser: ReactNode
}

const rulesOf = (name: MailForm['body']) => authFields[name] as TemplateField

/** Subject and body of a mail, with the mail as it would arrive. */
export function TemplateForm({ mail, form, overview, user, chooser }: TemplateFormProps) {
  const { control, typed, isReadOnly, others, keepMine, settings } = form
  const { field, fieldState } = useController({ control, name: mail.body })
  const { values: saved } = overview
  const values = sampleValues(user, saved.site_url ?? '')
  const subject = renderPreview(String(typed[mail.subject]), rulesOf(mail.subject), values)
  const html = renderPreview(String(typed[mail.body]), rulesOf(mail.body), values)
  const hints = subject === null || html === null ? [] : mailHints({ subject, html, hasLink: mail.variables.includes('Token') })
  const sender = saved.smtp_admin_email ?? ''
  const from = sender === '' ? templateFormText.inboxProject : [saved.smtp_sender_name ?? '', `<${sender}>`].filter(Boolean).join(' ')
  return (
    <>
      {others.length > 0 && <ConflictNotice changes={others} onKeep={keepMine} onDiscard={settings.discard} />}
      {mail.settings
        .filter(({ name }) => name !== mail.body)
        .map((words) => (
          <SettingRow key={words.name} {...{ words, control, overview, isReadOnly }} />
        ))}
      <div className="flex min-w-0 flex-col gap-1">
        <CodeField
          label={templateFormText.body}
          language="html"
          rows={14}
          value={String(field.value)}
          onChange={isReadOnly ? undefined : field.onChange}
          error={fieldState.error?.message}
          hint={templateFormText.htmlValuesEscapedPlace}
        />
        <SettingNotes
          name={mail.body}
          label={templateFormText.body}
          value={field.value}
          change={overview.changes[mail.body]}
          onReset={isReadOnly ? undefined : field.onChange}
        />
      </div>
      <Variables names={mail.variables} />
      <MailPreview from={from} to={user.email} subject={subject} html={html} />
      {chooser}
      {hints.length > 0 && (
        <section aria-label={templateFormText.hints} className="flex gap-2 text-xs">
          <Lightbulb aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
          <ul className="flex flex-col gap-1">
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Variables({ names }: { readonly names: readonly string[] }) {
  return (
    <section aria-label={templateFormText.variables} className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{templateFormText.variables}</h3>
      <ul className="flex flex-wrap gap-1.5">
        {names.map((name) => {
          const text = `{{ .${name} }}`
          return (
            <li key={name} className="flex items-center rounded-md border bg-sunken pl-2">
              <code className="font-mono text-xs">{text}</code>
              <CopyButton text={text} label={templateFormText.copy(text)} isIconOnly />
            </li>
          )
        })}
      </ul>
      <p className="text-xs text-faint">
        {templateFormText.metadata}
        <code className="font-mono">{'{{ .Data.name }}'}</code>
        {templateFormText.conditions}
        <code className="font-mono">{'{{ if .Data.name }}…{{ else }}…{{ end }}'}</code>
      </p>
    </section>
  )
}
