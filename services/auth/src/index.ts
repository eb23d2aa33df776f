export type { AuthContext } from './context.ts'
export type { AuthMail, MailKind, MailPost, MailVariables, NoticeKind } from './mails/mail-post.ts'
export type { AuthSms, SmsChannel, SmsPost } from './phones/sms-post.ts'
export { type AuthService, createAuthService } from './service.ts'
