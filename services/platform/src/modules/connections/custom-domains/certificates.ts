import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { chainMost } from '../../../kernel/limits.ts'
import { certificateText } from './messages.ts'

/** A usable certificate, or the invalid field and why. */
export type CheckedCertificate =
  | { readonly pem: string; readonly key: string; readonly expiresAt: Date; readonly fingerprint: string }
  | { readonly field: 'certificate' | 'key'; readonly problem: string }

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g

/** Purpose of server certificates (RFC 5280, 4.2.1.12). */
const serverAuth = '1.3.6.1.5.5.7.3.1'

/** Checks that verifying clients would accept a certificate for a name, with its chain and key, all in PEM. */
export function checkCertificate(name: string, texts: { readonly certificate: string; readonly key: string }, now: Date): CheckedCertificate {
  const wrong = (problem: string) => ({ field: 'certificate', problem }) as const
  const blocks = [...texts.certificate.matchAll(block)]
  if (blocks.some(([, kind]) => kind!.endsWith('PRIVATE KEY'))) return wrong(certificateText.hasPrivateKey)
  if (blocks.length === 0) return wrong(certificateText.notPem)
  if (blocks.length > chainMost) return wrong(certificateText.longChain(chainMost, blocks.length))
  const chain: X509Certificate[] = []
  for (const [index, [text]] of blocks.entries()) {
    try {
      chain.push(new X509Certificate(text))
    } catch {
      return wrong(certificateText.unreadable(index + 1))
    }
  }
  const leaf = chain[0]!
  const key = readKey(texts.key)
  if (typeof key === 'string') return { field: 'key', problem: key }
  if (!leaf.checkPrivateKey(key)) {
    const own = chain.findIndex((each) => each.checkPrivateKey(key))
    if (own > 0) return wrong(certificateText.wrongOrder(own + 1))
    return { field: 'key', problem: certificateText.wrongKey }
  }
  // few clients read a name that is only in the subject
  if (leaf.subjectAltName === undefined || leaf.checkHost(name, { subject: 'never', partialWildcards: false }) === undefined) {
    const names = leaf.subjectAltName?.replaceAll('DNS:', '') ?? certificateText.noName
    return wrong(certificateText.wrongName(name, names.length > 200 ? `${names.slice(0, 200)}…` : names))
  }
  // X509Certificate.keyUsage contains the extended purposes
  const purposes = leaf.keyUsage as readonly string[] | undefined
  if (purposes !== undefined && !purposes.includes(serverAuth)) return wrong(certificateText.wrongPurpose)
  for (const [index, each] of chain.entries()) {
    const which = index === 0 ? certificateText.leaf : certificateText.issuer(index + 1)
    if (each.validToDate.getTime() <= now.getTime()) return wrong(certificateText.expired(which, day(each.validToDate)))
    if (each.validFromDate.getTime() > now.getTime()) return wrong(certificateText.early(which, day(each.validFromDate)))
    const issuer = chain[index + 1]
    if (issuer && !(each.checkIssued(issuer) && each.verify(issuer.publicKey))) {
      return wrong(certificateText.notIssuer(index + 1))
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
    return wrong(certificateText.unusable(error instanceof Error ? error.message : String(error)))
  }
  return checked
}

const day = (date: Date): string => date.toISOString().slice(0, 10)

/** Returns the key, or why it can't be read. */
function readKey(text: string): KeyObject | string {
  // OpenSSL writes the curve's parameters before the key
  const found = [...text.matchAll(block)].find(([, kind]) => kind!.endsWith('PRIVATE KEY'))
  if (!found) return certificateText.keyNotPem
  if (found[1]!.includes('ENCRYPTED') || found[0].includes('Proc-Type: 4,ENCRYPTED')) {
    return certificateText.keyLocked
  }
  try {
    return createPrivateKey(found[0])
  } catch {
    return certificateText.keyUnreadable
  }
}
