import { parseTemplate, renderTemplate, type TemplateValues } from '@colonnade/contracts/auth/mail-template'
import type { TemplateField } from '@colonnade/contracts/auth/setting-field'
import { sampleCode, sampleLink } from './mail-hints.ts'

/** A user whose mail is previewed. */
export interface PreviewUser {
  readonly email: string
  readonly data: Readonly<Record<string, unknown>>
  readonly phone?: string | undefined
}

export const sampleUser: PreviewUser = { email: 'ada@example.com', data: { name: 'Ada Lovelace' }, phone: '15550100' }

/** The values of a mail to a user. Links and codes are samples: they open nothing. */
export function previewValues({ email, data, phone = '15550100' }: PreviewUser, siteUrl: string): TemplateValues {
  return {
    SiteURL: siteUrl,
    Email: email,
    Data: data,
    ConfirmationURL: sampleLink,
    Token: sampleCode,
    TokenHash: 'a1b2c3',
    RedirectTo: siteUrl,
    NewEmail: 'new@example.com',
    SendingTo: email,
    OldEmail: 'old@example.com',
    Phone: phone,
    OldPhone: '15550199',
    Provider: 'github',
    FactorType: 'totp',
  }
}

/** Returns a rendered template; null while it can't be rendered, which its field says. */
export function renderPreview(source: string, field: Pick<TemplateField, 'form' | 'variables'>, values: TemplateValues): string | null {
  const parsed = parseTemplate(source, field)
  return 'message' in parsed ? null : renderTemplate(parsed, values)
}
