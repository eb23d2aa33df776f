import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { chainMost } from '../../../kernel/limits.ts'

/** A certificate that can be used, or where it can not and why. */
export type CheckedCertificate =
  | { readonly pem: string; readonly key: string; readonly expiresAt: Date; readonly fingerprint: string }
  | { readonly field: 'certificate' | 'key'; readonly problem: string }

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g

/** For servers (RFC 5280, 4.2.1.12). */
const serverAuth = '1.3.6.1.5.5.7.3.1'

/** Whether clients that verify would take a certificate for a name, with the chain behind it and its key, all in PEM, as far as that can be told here. */
export function checkCertificate(name: string, texts: { readonly certificate: string; readonly key: string }, now: Date): CheckedCertificate {
  const wrong = (problem: string) => ({ field: 'certificate', problem }) as const
  const blocks = [...texts.certificate.matchAll(block)]
  if (blocks.some(([, kind]) => kind!.endsWith('PRIVATE KEY')))
    return wrong('There is a private key in it: paste that below, and the certificates alone here')
  if (blocks.length === 0) return wrong('That is no certificate in PEM: it begins with -----BEGIN CERTIFICATE-----')
  if (blocks.length > chainMost) return wrong(`A chain has at most ${chainMost} certificates, and this one has ${blocks.length}`)
  const chain: X509Certificate[] = []
  for (const [index, [text]] of blocks.entries()) {
    try {
      chain.push(new X509Certificate(text))
    } catch {
      return wrong(`Certificate ${index + 1} can not be read`)
    }
  }
  const leaf = chain[0]!
  const key = readKey(texts.key)
  if (typeof key === 'string') return { field: 'key', problem: key }
  if (!leaf.checkPrivateKey(key)) {
    const own = chain.findIndex((each) => each.checkPrivateKey(key))
    if (own > 0) return wrong(`The key is of certificate ${own + 1}: that one must come first, then the one that issued it`)
    return { field: 'key', problem: 'The key belongs to another certificate' }
  }
  // a name that stands in the subject alone is read by few clients
  if (leaf.subjectAltName === undefined || leaf.checkHost(name, { subject: 'never', partialWildcards: false }) === undefined) {
    const names = leaf.subjectAltName?.replaceAll('DNS:', '') ?? 'no name'
    return wrong(`It is not for ${name}, but for ${names.length > 200 ? `${names.slice(0, 200)}…` : names}`)
  }
  // what X509Certificate calls keyUsage are the purposes beyond the basic ones
  const purposes = leaf.keyUsage as readonly string[] | undefined
  if (purposes !== undefined && !purposes.includes(serverAuth)) return wrong('It is not for servers (TLS web server authentication)')
  for (const [index, each] of chain.entries()) {
    const which = index === 0 ? 'It' : `Certificate ${index + 1}, of who issued it,`
    if (each.validToDate.getTime() <= now.getTime()) return wrong(`${which} ran out on ${day(each.validToDate)}`)
    if (each.validFromDate.getTime() > now.getTime()) return wrong(`${which} is not valid before ${day(each.validFromDate)}`)
    const issuer = chain[index + 1]
    if (issuer && !(each.checkIssued(issuer) && each.verify(issuer.publicKey))) {
      return wrong(
        `Certificate ${index + 2} did not issue certificate ${index + 1}: the order is the name's own first, then who issued it, and so on`,
      )
    }
  }
  const checked = {
    pem: chain.map((each) => each.toString()).join(''),
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    expiresAt: new Date(Math.min(...chain.map((each) => each.validToDate.getTime()))),
    fingerprint: leaf.fingerprint256,
  }
  try {
    createSecureContext({ cert: checked.pem, key: checked.key, minVersion: 'TLSv1.2' })
  } catch (error) {
    return wrong(`TLS can not be spoken with it: ${error instanceof Error ? error.message : String(error)}`)
  }
  return checked
}

const day = (date: Date): string => date.toISOString().slice(0, 10)

/** The key, or why it can't be read. */
function readKey(text: string): KeyObject | string {
  // OpenSSL writes the parameters of a curve before the key
  const found = [...text.matchAll(block)].find(([, kind]) => kind!.endsWith('PRIVATE KEY'))
  if (!found) return 'That is no private key in PEM: it begins with -----BEGIN PRIVATE KEY-----'
  if (found[1]!.includes('ENCRYPTED') || found[0].includes('Proc-Type: 4,ENCRYPTED')) {
    return 'The key is locked with a password: unlock it first (openssl pkey -in FILE), it is encrypted here with the key of the installation'
  }
  try {
    return createPrivateKey(found[0])
  } catch {
    return 'The private key can not be read'
  }
}
