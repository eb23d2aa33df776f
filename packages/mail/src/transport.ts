import { partsOfAddress } from '@colonnade/core'
import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Transporter } from 'nodemailer'
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
export type Delivery = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'later' | 'away'; readonly problem: string; readonly step: SmtpStep }

/** What failed: reaching the server or talking to it, encrypting the connection, the login, or the letter itself. */
export type SmtpStep = 'connect' | 'encrypt' | 'login' | 'letter'

export interface Transport {
  send(letter: Letter): Promise<Delivery>
}

/** A server that takes mail. */
export interface SmtpServer {
  /** A name, or an address of IP without brackets. */
  readonly host: string
  readonly port: number
  /** Encrypted from the first byte (RFC 8314); otherwise by STARTTLS (RFC 3207). */
  readonly isSecure: boolean
  /** null for a server that asks nobody. */
  readonly login: { readonly user: string; readonly password: string } | null
  /** Finds the address at each connection, and fails for one that must not be connected to. Node's own unless given. */
  readonly lookup?: LookupFunction
  /** A server that doesn't answer within this is given up. */
  readonly deadlineMs?: number
}

/** Reads `smtp://user:password@host:port` and `smtps://…`. */
export function smtpServerOf(url: string): SmtpServer {
  const { hostname, port, protocol, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    login: username === '' ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
  }
}

/** Sends to a server of SMTP (RFC 5321). Beyond loopback the connection is encrypted, or nothing is sent. */
export function createSmtp({ host, port, isSecure, login, lookup = resolve, deadlineMs = mailDeadlineMs }: SmtpServer, from: Sender): Transport {
  const open = async (): Promise<Transporter> => {
    const address = await addressOf(host, lookup)
    // loaded with the first letter: most starts send none
    const { createTransport } = await import('nodemailer')
    return createTransport({
      // the address that was looked at, not a name that may lead elsewhere by now
      host: address,
      ...(isIP(host) === 0 && { servername: host }),
      port,
      secure: isSecure,
      requireTLS: !isSecure && !isLoopback(address),
      ...(login !== null && { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: deadlineMs / 2,
      greetingTimeout: deadlineMs / 2,
      socketTimeout: deadlineMs,
      // content is text, never a file or an address to fetch
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async send({ id, to, subject, text, html }) {
      try {
        const { domain } = partsOfAddress(from.address)
        const smtp = await open()
        await smtp.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId: `<${id}@${domain}>`, headers })
        return { kind: 'sent' }
      } catch (error) {
        return deliveryOf(error)
      }
    },
  }
}

/** RFC 3834: nobody's automatic answer is wanted. */
const headers = { 'Auto-Submitted': 'auto-generated' }

function addressOf(host: string, lookup: LookupFunction): Promise<string> {
  const { promise, resolve: found, reject } = Promise.withResolvers<string>()
  lookup(host, { all: false }, (error, address) => (error === null ? found(address as string) : reject(error)))
  return promise
}

const isLoopback = (address: string): boolean => address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))

function deliveryOf(error: unknown): Delivery {
  const { code, responseCode = 0, message } = error as { code?: string; responseCode?: number; message: string }
  const problem = message.slice(0, 500)
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { kind: 'away', problem, step: (code !== undefined && steps[code]) || 'connect' }
  return { kind: responseCode >= 500 ? 'refused' : 'later', problem, step: 'letter' }
}

/** By the codes of nodemailer. */
const steps: Readonly<Record<string, SmtpStep>> = { ETLS: 'encrypt', EAUTH: 'login', ENOAUTH: 'login' }
