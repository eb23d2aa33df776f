import type { AuthMail } from '@colonnade/contracts/auth/auth-mails'
import type { Tone } from '@colonnade/ui'
import { whoMay } from '../../lib/texts/who-may.ts'

export const noAccessText = whoMay('project_auth:all', 'read the emails of this project')

export const states: Readonly<Record<AuthMail['state'], { readonly label: string; readonly tone: Tone }>> = {
  kept: { label: 'Kept', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'accent' },
  waiting: { label: 'Waiting', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
}

const kinds: Readonly<Record<string, string>> = {
  confirmation: 'Sign-up confirmation',
  invite: 'Invitation',
  magic_link: 'Magic link',
  recovery: 'Password reset',
  email_change: 'Email change',
  reauthentication: 'Reauthentication',
  password_changed: 'Password changed',
  email_changed: 'Email changed',
  phone_changed: 'Phone changed',
  mfa_factor_enrolled: 'Factor added',
  mfa_factor_unenrolled: 'Factor removed',
  identity_linked: 'Identity linked',
  identity_unlinked: 'Identity unlinked',
}
export const kindText = (kind: string): string => kinds[kind] ?? kind

export const where = {
  inbox: 'This project has no mail server. Emails aren’t sent; read them here instead.',
  smtp: 'Emails are sent through your mail server. Colonnade doesn’t store the content of sent emails.',
  count: (posted: number, most: number) => `${posted.toLocaleString('en')} of ${most.toLocaleString('en')} emails in the last hour`,
} as const

export const list = {
  label: 'Emails',
  failed: 'Failed to load emails',
  search: 'Search by address',
  kind: 'Kind',
  allKinds: 'All kinds',
  state: 'State',
  allStates: 'All states',
  none: 'No emails yet',
  noneHint: 'Emails to your users show up here, for example when someone signs up or resets a password.',
  noneOfUser: 'No emails to this user yet.',
  noMatch: 'No matching emails',
  noMatchHint: 'Change the search or the filters.',
  asleep: 'This project is asleep',
  asleepHint: 'Its emails are stored in the project. Wake it up to read them.',
  wake: 'Wake up and show emails',
  retries: (attempts: number, next: string) => `${attempts === 1 ? '1 attempt' : `${attempts} attempts`}, next ${next}`,
} as const

export const mail = {
  title: 'Email',
  loading: 'the email',
  gone: 'The email was deleted, or the link is wrong. Only the latest emails are retained.',
  close: 'Close',
  to: 'To',
  subject: 'Subject',
  kind: 'Kind',
  state: 'State',
  created: 'Created',
  sent: 'Sent',
  attempts: 'Attempts',
  next: 'Next attempt',
  problem: 'Problem',
  user: 'User',
  openUser: 'Open user',
  body: 'Body of the email',
  view: 'Show the email as',
  html: 'HTML',
  text: 'Text',
  links: 'Links and code',
  code: 'Code',
  copyCode: 'Copy code',
  copyLink: 'Copy link',
  openLink: 'Open link',
  expiry: (hasLink: boolean, hasCode: boolean, isOver: boolean, when: string) => {
    const what = hasLink && hasCode ? 'The link and code' : hasLink ? 'The link' : 'The code'
    const verb = isOver ? 'expired' : hasLink && hasCode ? 'expire' : 'expires'
    return `${what} ${verb} ${when}.`
  },
  opensAsUser: 'The link signs you in as this user in this browser.',
  forgotten: {
    sent: 'This email was sent. Colonnade doesn’t store the content of sent emails.',
    waiting: 'This email is waiting to be sent. Its content can’t be shown.',
    failed: 'This email wasn’t sent. Its content was deleted.',
    kept: 'The content of this email can’t be shown.',
  },
} as const

export const mailListText = {
  emails: 'emails',
} as const
