import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { renderSetting } from '../templates/render-setting.ts'
import type { AuthMail } from './mail-post.ts'
import { isNotice } from './notices.ts'
import { plainTextOf } from './plain-text.ts'

export interface Composed {
  /** One line. */
  readonly subject: string
  readonly html: string
  /** Says what the HTML says. */
  readonly text: string
  /** The code that it brings, if its template names it. */
  readonly code?: string
}

/** Writes a mail by the project's templates. */
export function composeMail(settings: AuthSettings, { kind, user, variables }: Pick<AuthMail, 'kind' | 'user' | 'variables'>): Composed {
  const values = { ...variables, SiteURL: settings.site_url, Email: user.email ?? '', Data: user.raw_user_meta_data ?? {} }
  const name = isNotice(kind) ? (`${kind}_notification` as const) : kind
  const html = renderSetting(settings, `mailer_templates_${name}_content`, values)
  // a line break would begin another header (RFC 5322, 2.2)
  const subject = renderSetting(settings, `mailer_subjects_${name}`, values).replaceAll(/\s+/g, ' ').trim()
  const text = plainTextOf(html)
  const { Token: code } = variables
  return { subject, html, text, ...(code !== undefined && (subject.includes(code) || text.includes(code)) && { code }) }
}
