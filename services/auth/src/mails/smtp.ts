import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { publicLookup } from '@colonnade/outbound'
import { createSmtp, type Transport } from '@colonnade/mail'

type SmtpSettings = Pick<AuthSettings, 'smtp_host' | 'smtp_port' | 'smtp_user' | 'smtp_pass' | 'smtp_admin_email' | 'smtp_sender_name'>

/** Port of SMTP with TLS from the first byte (RFC 8314, 3.3), and the one that mail is handed in at (RFC 6409). */
const securePort = 465
const usualPort = 587

/** Whether a project has a server for its mail. Without one, its mails are kept in the inbox. */
export const hasSmtp = ({ smtp_host: host, smtp_admin_email: from }: SmtpSettings): boolean => host !== '' && from !== ''

/** The project's own server. `arePrivateAllowed`: it may be on this machine or its networks. */
export function smtpOf(settings: SmtpSettings, arePrivateAllowed: boolean): Transport {
  const port = settings.smtp_port === '' ? usualPort : Number(settings.smtp_port)
  return createSmtp(
    {
      host: settings.smtp_host.replaceAll(/^\[|\]$/g, ''),
      port,
      isSecure: port === securePort,
      login: settings.smtp_user === '' ? null : { user: settings.smtp_user, password: settings.smtp_pass },
      ...(!arePrivateAllowed && { lookup: publicLookup }),
    },
    { name: settings.smtp_sender_name, address: settings.smtp_admin_email },
  )
}
