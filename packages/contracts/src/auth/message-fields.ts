import { mailTexts, type MailText, noticeTexts } from './mail-texts.ts'
import { type BooleanField, fieldsOf, matching, splitList, type TemplateField, type TextField } from './setting-field.ts'
import { findEmailProblem, findHookProblem, findHookSecretsProblem, findHostProblem, findMomentProblem, findPortProblem } from './setting-values.ts'

const phone = fieldsOf('providers')
const templates = fieldsOf('templates')
const smtp = fieldsOf('smtp')
const hooks = fieldsOf('hooks')

const secondsMost = 32_767
const subjectMost = 300
/** Maximum length of a mail template's body, in characters. */
export const templateMost = 50_000

/** Mails of the auth service, by their names in settings. */
export const mailNames = Object.keys(mailTexts) as readonly (keyof typeof mailTexts)[]
export type MailName = keyof typeof mailTexts
/** Optional notices about account changes. */
export const noticeNames = Object.keys(noticeTexts) as readonly (keyof typeof noticeTexts)[]
export type NoticeName = keyof typeof noticeTexts

type AnyMail = MailName | `${NoticeName}_notification`
type TemplateFields = { readonly [Name in `mailer_subjects_${AnyMail}` | `mailer_templates_${AnyMail}_content`]: TemplateField } & {
  readonly [Name in `mailer_notifications_${NoticeName}_enabled`]: BooleanField
}

const fieldsOfMail = (name: string, { subject, body, variables }: MailText) => [
  [`mailer_subjects_${name}`, templates.template('text', variables, subject, subjectMost)],
  [`mailer_templates_${name}_content`, templates.template('html', variables, body, templateMost)],
]

const templateFields = Object.fromEntries([
  ...mailNames.flatMap((name) => fieldsOfMail(name, mailTexts[name])),
  ...noticeNames.flatMap((name) => [
    ...fieldsOfMail(`${name}_notification`, noticeTexts[name]),
    [`mailer_notifications_${name}_enabled`, templates.off],
  ]),
]) as TemplateFields

/** Events that call a project's own code. */
export const hookNames = [
  'before_user_created',
  'after_user_created',
  'send_sms',
  'send_email',
  'custom_access_token',
  'mfa_verification_attempt',
  'password_verification_attempt',
] as const
export type HookName = (typeof hookNames)[number]

type HookFields = { readonly [Name in `hook_${HookName}_enabled`]: BooleanField } & {
  readonly [Name in `hook_${HookName}_${'uri' | 'secrets'}`]: TextField
}

const hookFields = Object.fromEntries(
  hookNames.flatMap((name) => [
    [`hook_${name}_enabled`, hooks.off],
    [`hook_${name}_uri`, hooks.text({ findProblem: findHookProblem })],
    [`hook_${name}_secrets`, hooks.secret({ findProblem: findHookSecretsProblem })],
  ]),
) as HookFields

const isTestCode = (item: string): boolean => /^\+?\d{1,15}=\d{1,10}$/.test(item)

/** Settings of mail and SMS delivery, templates and hooks. */
export const messageFields = {
  sms_provider: phone.choice(['twilio', 'twilio_verify', 'messagebird', 'textlocal', 'vonage']),
  sms_autoconfirm: phone.off,
  sms_otp_exp: phone.integer(60, 10, 86_400),
  sms_otp_length: phone.integer(6, 6, 10),
  sms_max_frequency: phone.integer(60, 0, secondsMost),
  sms_template: phone.template('text', ['Code'], 'Your code is {{ .Code }}', 1_000),
  sms_test_otp: phone.list({
    findProblem: (value) => (splitList(value).every(isTestCode) ? null : 'Use phone=code pairs, separated by commas, such as 15550100=123456'),
  }),
  sms_test_otp_valid_until: phone.text({ findProblem: findMomentProblem }),
  sms_twilio_account_sid: phone.text(),
  sms_twilio_auth_token: phone.secret(),
  sms_twilio_content_sid: phone.text(),
  sms_twilio_message_service_sid: phone.text(),
  sms_twilio_verify_account_sid: phone.text(),
  sms_twilio_verify_auth_token: phone.secret(),
  sms_twilio_verify_message_service_sid: phone.text(),
  sms_messagebird_access_key: phone.secret(),
  sms_messagebird_originator: phone.text(),
  sms_textlocal_api_key: phone.secret(),
  sms_textlocal_sender: phone.text(),
  sms_vonage_api_key: phone.text(),
  sms_vonage_api_secret: phone.secret(),
  sms_vonage_from: phone.text(),

  smtp_host: smtp.text({ findProblem: findHostProblem }),
  smtp_port: smtp.text({ findProblem: findPortProblem }),
  smtp_user: smtp.text(),
  smtp_pass: smtp.secret(),
  smtp_admin_email: smtp.text({ findProblem: findEmailProblem }),
  smtp_sender_name: smtp.text({
    maxLength: 100,
    // oxlint-disable-next-line no-control-regex -- a line break would start another header
    findProblem: matching(/^[^\u0000-\u001f\u007f]*$/, 'Remove line breaks and other control characters'),
  }),
  smtp_max_frequency: smtp.integer(60, 0, secondsMost),

  ...templateFields,
  ...hookFields,
}
