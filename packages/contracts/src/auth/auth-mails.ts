import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Email, QueryInteger, Text, Timestamp } from '../foundation/values.ts'
import { authFieldOf, type AuthSettings, authSettingChange, findValueProblem } from './auth-settings.ts'
import { type MailName, mailNames, type NoticeName, noticeNames, templateMost } from './message-fields.ts'

/** `waiting`: queued for the mail server; `kept`: stored in the inbox; `failed`: rejected permanently, or retried until its link expired. */
export const authMailStates = ['waiting', 'sent', 'kept', 'failed'] as const

/** Template names of all mails. */
export const authMailKinds = [...mailNames, ...noticeNames] as const
export type AuthMailKind = MailName | NoticeName

/** Returns the settings that hold the template of a mail. */
export function templateSettingsOf(kind: AuthMailKind) {
  const name = (noticeNames as readonly string[]).includes(kind) ? (`${kind as NoticeName}_notification` as const) : (kind as MailName)
  return { subject: `mailer_subjects_${name}`, body: `mailer_templates_${name}_content` } as const
}

export const AuthMail = z.object({
  id: z.uuid(),
  /** Template name, such as `confirmation` or `password_changed`. */
  kind: z.string(),
  to: z.string(),
  /** The user the mail is about; null if not recorded. */
  user_id: z.uuid().nullable(),
  subject: z.string(),
  state: z.enum(authMailStates),
  /** Number of delivery attempts. */
  attempts: z.number().int(),
  /** The mail server's last response. */
  problem: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
})
export type AuthMail = z.infer<typeof AuthMail>

export const AuthMailQuery = z.object({
  /** Part of the address. */
  search: Text(255).trim().optional(),
  user_id: z.uuid().optional(),
  kind: z.enum(authMailKinds as readonly [string, ...string[]]).optional(),
  state: z.enum(authMailStates).optional(),
  /** `next_after` of the previous page. */
  after: z.uuid().optional(),
  limit: QueryInteger.min(1).max(200).default(50),
})
export type AuthMailQuery = z.output<typeof AuthMailQuery>

export const AuthMailPage = z.object({
  /** `inbox`: the project has no mail server. Mails are not sent; members read them here. */
  transport: z.enum(['smtp', 'inbox']),
  posted_last_hour: z.number().int(),
  hourly_limit: z.number().int(),
  items: z.array(AuthMail),
  /** null on the last page. */
  next_after: z.uuid().nullable(),
})
export type AuthMailPage = z.infer<typeof AuthMailPage>

export const AuthMailContent = z.object({
  /** Rendered from the project's own template. Show it only in a sandbox. */
  html: z.string(),
  text: z.string(),
  /** The one-time code in the mail; null if there is none. */
  code: z.string().nullable(),
})
export type AuthMailContent = z.infer<typeof AuthMailContent>

export const AuthMailDetails = AuthMail.extend({
  /** null unless the mail is in the inbox. The content of sent mails is not stored. */
  content: AuthMailContent.nullable(),
  /** Time when its link and code expire. */
  expires_at: Timestamp,
})
export type AuthMailDetails = z.infer<typeof AuthMailDetails>

/** Mail server settings of a project. */
export const smtpSettingNames = ['smtp_host', 'smtp_port', 'smtp_user', 'smtp_pass', 'smtp_admin_email', 'smtp_sender_name'] as const
export type SmtpSettings = Pick<AuthSettings, (typeof smtpSettingNames)[number]>

type SmtpDraft = { readonly [Name in keyof SmtpSettings]?: string | null | undefined }

export const AuthMailTest = z.object({
  to: Email,
  /** Used instead of the saved settings; `null` or an empty string for none. A saved password is only sent to its own host. */
  settings: z.object(
    Object.fromEntries(smtpSettingNames.map((name) => [name, authSettingChange(name).optional()])),
  ) as unknown as z.ZodType<SmtpDraft>,
})
export type AuthMailTest = z.infer<typeof AuthMailTest>

export const AuthMailTestResult = z.object({
  /** The step that failed: connecting, encrypting, signing in or sending. */
  outcome: z.enum(['sent', 'connect', 'encrypt', 'login', 'letter']),
  /** The server's response, or why there is none; null if the mail was sent. */
  problem: z.string().nullable(),
})
export type AuthMailTestResult = z.infer<typeof AuthMailTestResult>

/** A template draft. An empty string stands for the default. */
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
  /** As in `AuthMailTestResult`. `kept`: the project has no mail server, so the mail is in its inbox. */
  outcome: z.enum([...AuthMailTestResult.shape.outcome.options, 'kept']),
  problem: z.string().nullable(),
})
export type AuthMailTemplateTestResult = z.infer<typeof AuthMailTemplateTestResult>

const access = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const

/** Mails from a project's auth service to its users. */
export const authMails = resource('/platform/auth/{ref}/mails', {
  list: get('/', {
    summary: 'List the latest mails to users of the project, newest first, without their content',
    ...access,
    needsActive: true,
    query: AuthMailQuery,
    reply: AuthMailPage,
  }),
  news: get('/news', {
    summary: 'Retrieve a marker that changes with every mail. Safe to poll: it does not wake the project',
    ...access,
    reply: z.object({ mark: z.string() }),
  }),
  test: post('/test', {
    summary: 'Send a test mail through the saved mail server or unsaved settings. Does not wake the project',
    ...access,
    rate: 'message',
    audit: 'project.auth_mail_tested',
    body: AuthMailTest,
    reply: AuthMailTestResult,
    errors: ['invalid_input'],
  }),
  testTemplate: post('/template-test', {
    summary: 'Send yourself a template draft with sample data, through the saved mail server or to the inbox',
    ...access,
    rate: 'message',
    audit: 'project.auth_template_tested',
    body: AuthMailTemplateTest,
    bodyLimitBytes: 262_144,
    reply: AuthMailTemplateTestResult,
    errors: ['invalid_input', 'rate_limited'],
  }),
  retrieve: get('/{id}', {
    summary: 'Retrieve a mail, with its content if it is in the inbox',
    ...access,
    needsActive: true,
    audit: 'project.auth_mail_read',
    reply: AuthMailDetails,
    errors: ['mail_not_found'],
  }),
})
