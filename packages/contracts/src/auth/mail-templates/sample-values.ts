import type { TemplateValues } from '../mail-template.ts'

/** The recipient of a previewed mail. */
export interface PreviewUser {
  readonly email: string
  readonly data: Readonly<Record<string, unknown>>
  readonly phone?: string | undefined
}

export const sampleUser: PreviewUser = { email: 'ada@example.com', data: { name: 'Ada Lovelace' }, phone: '15550100' }

/** Link and code in previews and tests. They are not valid. */
export const sampleLink = 'https://api.example.com/auth/v1/verify?token=a1b2c3'
export const sampleCode = '123456'

/** Returns the template values for a user, with sample links and codes. */
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
