import { type ConfigReader, parseEmailAddress, readMailbox } from '@colonnade/core'
import type { Sender } from '@colonnade/mail'
import { isIP } from 'node:net'

/** Destination of this installation's mail; see `mailTransports` of the contract. */
export type MailConfig =
  | { readonly transport: 'smtp'; readonly url: string; readonly from: Sender }
  | { readonly transport: 'inbox' }
  | { readonly transport: 'none' }

/** Mail settings of the environment. Links in mail need an address that doesn't come from a request, so SMTP requires the public address. */
export function readMailConfig(read: ConfigReader, publicUrl: string | null): MailConfig {
  const url = read.text('COLONNADE_SMTP_URL')
  const from = read.text('COLONNADE_MAIL_FROM')
  if (url === undefined) {
    if (from !== undefined) read.problem('COLONNADE_MAIL_FROM needs COLONNADE_SMTP_URL beside it')
    return { transport: isLocal(publicUrl) ? 'inbox' : 'none' }
  }
  const isUrl = URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol) && new URL(url).hostname !== ''
  if (!isUrl) read.problem('COLONNADE_SMTP_URL must look like smtp://user:password@mail.example.com:587 or smtps://…')
  const sender = readSender(from)
  if (!sender) read.problem('COLONNADE_MAIL_FROM must look like Colonnade <colonnade@example.com>')
  if (publicUrl === null) read.problem('COLONNADE_SMTP_URL needs COLONNADE_PUBLIC_URL beside it: links in mail use it')
  return isUrl && sender ? { transport: 'smtp', url, from: sender } : { transport: 'none' }
}

function readSender(text: string | undefined): Sender | null {
  const { name, address } = readMailbox(text ?? '')
  const parsed = parseEmailAddress(address)
  // a line break would end the header
  return parsed === null || /\p{Cc}/u.test(name ?? '') ? null : { name: name ?? 'Colonnade', address: parsed }
}

/** Returns true if the installation has no public address, or one on loopback, so that all its users are on this machine. */
function isLocal(publicUrl: string | null): boolean {
  if (publicUrl === null) return true
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : ''
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}
