import type { SmtpSettings } from '@colonnade/contracts/auth/auth-mails'
import { publicLookup } from '@colonnade/outbound'
import { createSmtp, type Transport } from '@colonnade/mail'

/** Port of SMTP with TLS from the first byte (RFC 8314, 3.3), and the one that mail is handed in at (RFC 6409). */
const securePort = 465
const usualPort = 587

/** Returns true if a project has a mail server. Without one, its mails stay in the inbox. */
export const hasSmtp = ({ smtp_host: host, smtp_admin_email: from }: Pick<SmtpSettings, 'smtp_host' | 'smtp_admin_email'>): boolean =>
  host !== '' && from !== ''

/** The project's own server. `arePrivateAllowed`: it may be on this machine or its networks. */
export function smtpOf(settings: SmtpSettings, arePrivateAllowed: boolean, deadlineMs?: number): Transport {
  const port = settings.smtp_port === '' ? usualPort : Number(settings.smtp_port)
  return createSmtp(
    {
      host: settings.smtp_host.replaceAll(/^\[|\]$/g, ''),
      port,
      isSecure: port === securePort,
      login: settings.smtp_user === '' ? null : { user: settings.smtp_user, password: settings.smtp_pass },
      ...(!arePrivateAllowed && { lookup: publicLookup }),
      ...(deadlineMs !== undefined && { deadlineMs }),
    },
    { name: settings.smtp_sender_name, address: settings.smtp_admin_email },
  )
}
