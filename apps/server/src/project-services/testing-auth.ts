import type { AuthMail, AuthSms, MailPost, SmsPost } from '@colonnade/auth'
import type { Session, SupabaseClient, User } from '@supabase/supabase-js'
import { openTestProject, type TestProject } from './testing.ts'

export const testPassword = 'correct horse battery'

/** A project whose mails and text messages are taken instead of sent. */
export interface AuthProject extends Omit<TestProject, 'mails' | 'lastMail' | 'restart'> {
  /** The latest last. */
  readonly mails: readonly AuthMail[]
  /** Text messages, the latest last. */
  readonly messages: readonly AuthSms[]
  /** The latest mail to an address. */
  lastMail(to: string): AuthMail
  /** Signs up with `testPassword`, and confirms the address. */
  confirmed(email: string): Promise<{ readonly supabase: SupabaseClient; readonly session: Session; readonly user: User }>
}

export async function openAuthProject(): Promise<AuthProject> {
  const mails: AuthMail[] = []
  const messages: AuthSms[] = []
  const post: MailPost = {
    async post(_call, tx, mail) {
      tx.afterCommit(() => mails.push(mail))
    },
  }
  const sms: SmsPost = {
    async send(_call, tx, message) {
      tx.afterCommit(() => messages.push(message))
    },
  }
  const project = await openTestProject('People', { post, sms })
  const lastMail = (to: string): AuthMail => mails.findLast((mail) => mail.to === to)!
  return {
    ...project,
    mails,
    messages,
    lastMail,
    async confirmed(email) {
      const supabase = project.client()
      const signedUp = await supabase.auth.signUp({ email, password: testPassword })
      if (signedUp.error !== null) throw signedUp.error
      const { data, error } = await supabase.auth.verifyOtp({ email, token: lastMail(email).variables.Token!, type: 'email' })
      if (error !== null) throw error
      return { supabase, session: data.session!, user: data.user! }
    },
  }
}
