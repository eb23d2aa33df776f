import { partsOfAddress } from '@colonnade/core'
import type { Transporter } from 'nodemailer'
import { isIP } from 'node:net'
import { mailDeadlineMs } from './limits.ts'

export interface Sender {
  readonly name: string
  readonly address: string
}

export interface Letter {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** `refused`: this letter will never be taken; `away`: the server can't be used now, for any letter; `later`: this letter not now. */
export type Delivery = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'later' | 'away'; readonly problem: string }

export interface Transport {
  send(letter: Letter): Promise<Delivery>
}

/** Sends to a server of SMTP (RFC 5321). Beyond loopback the connection is encrypted (RFC 3207, 8314), or nothing is sent. */
export function createSmtp(url: string, from: Sender): Transport {
  const { hostname, port, protocol, username, password } = new URL(url)
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const isSecure = protocol === 'smtps:'
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  const options = {
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: mailDeadlineMs / 2,
    greetingTimeout: mailDeadlineMs / 2,
    socketTimeout: mailDeadlineMs,
    // content is text, never a file or an address to fetch
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // loaded with the first letter: most starts send none
  let smtp: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => (await import('nodemailer')).createTransport(options)
  return {
    async send({ id, to, subject, text, html }) {
      try {
        const { domain } = partsOfAddress(from.address)
        smtp ??= open()
        await (await smtp).sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId: `<${id}@${domain}>`, headers })
        return { kind: 'sent' }
      } catch (error) {
        return deliveryOf(error)
      }
    },
  }
}

/** RFC 3834: nobody's automatic answer is wanted. */
const headers = { 'Auto-Submitted': 'auto-generated' }

function deliveryOf(error: unknown): Delivery {
  const { code, responseCode = 0, message } = error as { code?: string; responseCode?: number; message: string }
  const problem = message.slice(0, 500)
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { kind: 'away', problem }
  return { kind: responseCode >= 500 ? 'refused' : 'later', problem }
}
