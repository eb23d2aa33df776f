import type { TemplateValues } from '../mail-template.ts'

/** A user whose mail is previewed. */
export interface PreviewUser {
  readonly email: string
  readonly data: Readonly<Record<string, unknown>>
  readonly phone?: string | undefined
}

export const sampleUser: PreviewUser = { email: 'ada@example.com', data: { name: 'Ada Lovelace' }, phone: '15550100' }

/** In previews and tests. They open nothing. */
export const sampleLink = 'https://api.example.com/auth/v1/verify?token=a1b2c3'
export const sampleCode = '123456'

/** The values of a mail to a user. Links and codes are samples. */
export function sampleValues({ email, data, phone = '15550100' }: PreviewUser, siteUrl: string) {
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
  } satisfies TemplateValues
}
