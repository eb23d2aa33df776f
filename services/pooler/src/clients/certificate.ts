import { AppError } from '@colonnade/core'
import { createHmac, createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'
import { type IssuedCertificate, issueCertificate, makeRoot } from './issue-certificate.ts'

/** Validity; an expired certificate is re-created at the next start. */
const validityYears = 10

/** Somebody's own certificate, with the chain behind it. */
export interface CertificateFiles {
  readonly certificate: string
  readonly key: string
}

export interface Certificate {
  readonly secureContext: SecureContext
  /** With the chain behind it. */
  readonly pem: string
  /** PEM; clients that want to know who answers take it as sslrootcert when it is our own. */
  readonly path: string
  /** Nobody else knows the key, and it stays the same: made from it, so does this. */
  readonly secretFor: (purpose: string) => Buffer
  /** Creates a certificate for a name, signed by this one; null if this one was configured, and so can't sign. */
  readonly issue: ((name: string) => Promise<IssuedCertificate>) | null
}

/**
 * Returns the configured certificate, or the installation's own, which is self-signed, created at the first start, and then stays.
 *
 * @throws AppError `config_invalid` when the configured files can't be used
 */
export async function openCertificate(folder: string, configured: CertificateFiles | null): Promise<Certificate> {
  if (configured) {
    try {
      return await readCertificate(configured, false)
    } catch (cause) {
      const message = `COLONNADE_TLS_CERT and COLONNADE_TLS_KEY must be a certificate and its key in PEM: ${cause instanceof Error ? cause.message : String(cause)}`
      throw new AppError('config_invalid', { problems: [message] }, { message, cause })
    }
  }
  const files = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
  try {
    return await readCertificate(files, true)
  } catch {
    // there is none yet, or a half of one, or its time is over
    await makeCertificate(folder, files)
    return readCertificate(files, true)
  }
}

async function readCertificate(files: CertificateFiles, isOwn: boolean): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(files.certificate, 'utf8'), readFile(files.key, 'utf8')])
  const parsed = new X509Certificate(cert)
  if (!parsed.checkPrivateKey(createPrivateKey(key))) throw new Error('the key does not match the certificate')
  if (new Date(parsed.validTo).getTime() < Date.now()) throw new Error(`the certificate expired on ${parsed.validTo}`)
  return {
    secureContext: createSecureContext({ cert, key, minVersion: 'TLSv1.2' }),
    pem: cert,
    path: files.certificate,
    secretFor: (purpose) => createHmac('sha256', key).update(purpose).digest(),
    issue: isOwn ? (name) => issueCertificate(name, { certificate: cert, key }) : null,
  }
}

async function makeCertificate(folder: string, files: CertificateFiles): Promise<void> {
  const { certificate, key } = await makeRoot(validityYears)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeWhole(files.key, key, 0o600)
  await writeWhole(files.certificate, certificate, 0o644)
}

/** There as a whole or not at all, and on the disk. */
async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.draft`
  const file = await open(draft, 'w', mode)
  try {
    await file.chmod(mode)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
