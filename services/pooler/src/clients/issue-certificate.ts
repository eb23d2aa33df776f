import { generateKeyPair, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { issuedYears } from '../limits.ts'

/** In PEM; the certificate with the chain behind it. */
export interface IssuedCertificate {
  readonly certificate: string
  readonly key: string
}

type AltName = { readonly type: 2; readonly value: string } | { readonly type: 7; readonly ip: string }

/** A certificate that signs itself, and may sign others. */
export function makeRoot(years: number): Promise<IssuedCertificate> {
  const names: AltName[] = [
    { type: 2, value: 'localhost' },
    { type: 2, value: hostname() },
    { type: 7, ip: '127.0.0.1' },
    { type: 7, ip: '::1' },
  ]
  return make({ subject: 'Colonnade', years, names, issuer: null })
}

/** A certificate for one name, signed by a root, that may sign nothing; it is good for a year. */
export async function issueCertificate(name: string, root: IssuedCertificate): Promise<IssuedCertificate> {
  // a subject has no room for long names, and clients don't read it (RFC 6125, 6.4.4)
  const made = await make({ subject: 'Colonnade custom domain', years: issuedYears, names: [{ type: 2, value: name }], issuer: root })
  return { ...made, certificate: made.certificate + root.certificate }
}

interface StateRequest {
  readonly subject: string
  readonly years: number
  readonly names: readonly AltName[]
  /** null: it signs itself. */
  readonly issuer: IssuedCertificate | null
}

async function make({ subject, years, names, issuer }: StateRequest): Promise<IssuedCertificate> {
  // only loaded when it is needed: a few times in the life of an installation
  const { default: forge } = await import('node-forge')
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey.export({ type: 'spki', format: 'pem' }))
  // positive, and no other certificate's (RFC 5280, 4.1.2.2)
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  const now = new Date()
  certificate.validity.notBefore = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  certificate.validity.notAfter = new Date(new Date(now).setFullYear(now.getFullYear() + years))
  const own = [{ name: 'commonName', value: subject }]
  certificate.setSubject(own)
  certificate.setIssuer(issuer === null ? own : forge.pki.certificateFromPem(issuer.certificate).subject.attributes)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: issuer === null, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, keyCertSign: issuer === null, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: names },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.key ?? key), forge.md.sha256.create())
  return { certificate: forge.pki.certificateToPem(certificate), key }
}
