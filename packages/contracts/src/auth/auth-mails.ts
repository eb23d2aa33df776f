import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Email, QueryInteger, Text, Timestamp } from '../foundation/values.ts'
import { authFieldOf, type AuthSettings, authSettingChange, findValueProblem } from './auth-settings.ts'
import { type MailName, mailNames, type NoticeName, noticeNames, templateMost } from './message-fields.ts'

/** `waiting`: sent as soon as the server takes it; `kept`: for the inbox; `failed`: refused for good, or tried until it was of no use any more. */
export const authMailStates = ['waiting', 'sent', 'kept', 'failed'] as const

/** The names of the mails' templates. */
export const authMailKinds = [...mailNames, ...noticeNames] as const
export type AuthMailKind = MailName | NoticeName

/** The settings that hold the template of a mail. */
export function templateSettingsOf(kind: AuthMailKind) {
  const name = (noticeNames as readonly string[]).includes(kind) ? (`${kind as NoticeName}_notification` as const) : (kind as MailName)
  return { subject: `mailer_subjects_${name}`, body: `mailer_templates_${name}_content` } as const
}

export const AuthMail = z.object({
  id: z.uuid(),
  /** The name of its template: `confirmation`, `password_changed`. */
  kind: z.string(),
  to: z.string(),
  /** Whom it is about; null where that was not recorded. */
  user_id: z.uuid().nullable(),
  subject: z.string(),
  state: z.enum(authMailStates),
  /** Of sending. */
  attempts: z.number().int(),
  /** What the server said last. */
  problem: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
})
export type AuthMail = z.infer<typeof AuthMail>

export const AuthMailQuery = z.object({
  /** What the address contains. */
  search: Text(255).trim().optional(),
  user_id: z.uuid().optional(),
  kind: z.enum(authMailKinds as readonly [string, ...string[]]).optional(),
  state: z.enum(authMailStates).optional(),
  /** `next_after` of the page before. */
  after: z.uuid().optional(),
  limit: QueryInteger.min(1).max(200).default(50),
})
export type AuthMailQuery = z.output<typeof AuthMailQuery>

export const AuthMailPage = z.object({
  /** `inbox`: the project has no server for mail, so nothing is sent, and members read it here. */
  transport: z.enum(['smtp', 'inbox']),
  posted_last_hour: z.number().int(),
  hourly_limit: z.number().int(),
  items: z.array(AuthMail),
  /** null on the last page. */
  next_after: z.uuid().nullable(),
})
export type AuthMailPage = z.infer<typeof AuthMailPage>

export const AuthMailContent = z.object({
  /** As it was written by the project's template: it is not safe to show outside of a sandbox. */
  html: z.string(),
  text: z.string(),
  /** The code that it brings; null for none. */
  code: z.string().nullable(),
})
export type AuthMailContent = z.infer<typeof AuthMailContent>

export const AuthMailDetails = AuthMail.extend({
  /** null unless it was kept: what was sent is forgotten. */
  content: AuthMailContent.nullable(),
  /** Its link and code open nothing afterwards. */
  expires_at: Timestamp,
})
export type AuthMailDetails = z.infer<typeof AuthMailDetails>

/** The settings of a project's mail server. */
export const smtpSettingNames = ['smtp_host', 'smtp_port', 'smtp_user', 'smtp_pass', 'smtp_admin_email', 'smtp_sender_name'] as const
export type SmtpSettings = Pick<AuthSettings, (typeof smtpSettingNames)[number]>

type SmtpDraft = { readonly [Name in keyof SmtpSettings]?: string | null | undefined }

export const AuthMailTest = z.object({
  to: Email,
  /** In place of the saved ones: `null` or an empty text for none. A saved password is used with its own host only. */
  settings: z.object(
    Object.fromEntries(smtpSettingNames.map((name) => [name, authSettingChange(name).optional()])),
  ) as unknown as z.ZodType<SmtpDraft>,
})
export type AuthMailTest = z.infer<typeof AuthMailTest>

export const AuthMailTestResult = z.object({
  /** What failed: reaching the server, encrypting the connection, the login, or the mail itself. */
  outcome: z.enum(['sent', 'connect', 'encrypt', 'login', 'letter']),
  /** What the server said, or why there is no answer; null if it was sent. */
  problem: z.string().nullable(),
})
export type AuthMailTestResult = z.infer<typeof AuthMailTestResult>

/** A draft of a template. An empty text stands for the default. */
export const AuthMailTemplateTest = z
  .object({ kind: z.enum(authMailKinds as readonly [AuthMailKind, ...AuthMailKind[]]), subject: Text(templateMost), body: Text(templateMost) })
  .superRefine(({ kind, ...draft }, context) => {
    for (const part of ['subject', 'body'] as const) {
      const setting = templateSettingsOf(kind)[part]
      const { maxLength } = authFieldOf(setting) as { readonly maxLength: number }
      const message = draft[part].length > maxLength ? `Use at most ${maxLength} characters` : findValueProblem(setting, draft[part])
      if (message !== null) context.addIssue({ code: 'custom', path: [part], message })
    }
  })
export type AuthMailTemplateTest = z.infer<typeof AuthMailTemplateTest>

export const AuthMailTemplateTestResult = z.object({
  to: z.string(),
  /** As of `AuthMailTestResult`; `kept`: the project has no mail server, so the mail is in its inbox. */
  outcome: z.enum([...AuthMailTestResult.shape.outcome.options, 'kept']),
  problem: z.string().nullable(),
})
export type AuthMailTemplateTestResult = z.infer<typeof AuthMailTemplateTestResult>

const access = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const

/** What the auth service of a project mails to its users. */
export const authMails = resource('/platform/auth/{ref}/mails', {
  list: get('/', {
    summary: 'The latest mails to users of the project, newest first, without what they say',
    ...access,
    needsActive: true,
    query: AuthMailQuery,
    reply: AuthMailPage,
  }),
  news: get('/news', {
    summary: 'A mark that changes with each mail that is written or sent; it wakes nobody, so it can be asked for again and again',
    ...access,
    reply: z.object({ mark: z.string() }),
  }),
  test: post('/test', {
    summary: 'Send a test mail by the mail server of the project, or by one that is not saved yet; wakes nobody',
    ...access,
    rate: 'message',
    audit: 'project.auth_mail_tested',
    body: AuthMailTest,
    reply: AuthMailTestResult,
    errors: ['invalid_input'],
  }),
  testTemplate: post('/template-test', {
    summary: 'Send yourself a draft of a template with sample data, by the saved mail server or into the inbox',
    ...access,
    rate: 'message',
    audit: 'project.auth_template_tested',
    body: AuthMailTemplateTest,
    bodyLimitBytes: 262_144,
    reply: AuthMailTemplateTestResult,
    errors: ['invalid_input', 'rate_limited'],
  }),
  retrieve: get('/{id}', {
    summary: 'A mail, with what it says if it was kept in the inbox instead of sent',
    ...access,
    needsActive: true,
    audit: 'project.auth_mail_read',
    reply: AuthMailDetails,
    errors: ['mail_not_found'],
  }),
})
