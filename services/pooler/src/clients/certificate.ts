import { AppError } from '@colonnade/core'
import { createHmac, createPrivateKey, generateKeyPair, randomBytes, X509Certificate } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'
import { promisify } from 'node:util'

/** Good for this long; one that has run out is made anew at the next start. */
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
}

/**
 * The certificate that was configured, or the installation's own, which signs itself, is made at the first start and stays.
 *
 * @throws AppError `config_invalid` when the files that were configured can't be used
 */
export async function openCertificate(folder: string, configured: CertificateFiles | null): Promise<Certificate> {
  if (configured) {
    try {
      return await readCertificate(configured)
    } catch (cause) {
      const message = `COLONNADE_TLS_CERT and COLONNADE_TLS_KEY must be a certificate and its key in PEM: ${cause instanceof Error ? cause.message : String(cause)}`
      throw new AppError('config_invalid', { problems: [message] }, { message, cause })
    }
  }
  const files = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
  try {
    return await readCertificate(files)
  } catch {
    // there is none yet, or a half of one, or its time is over
    await makeCertificate(folder, files)
    return readCertificate(files)
  }
}

async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(files.certificate, 'utf8'), readFile(files.key, 'utf8')])
  const parsed = new X509Certificate(cert)
  if (!parsed.checkPrivateKey(createPrivateKey(key))) throw new Error('the key belongs to another certificate')
  if (new Date(parsed.validTo).getTime() < Date.now()) throw new Error(`the certificate ran out on ${parsed.validTo}`)
  return {
    secureContext: createSecureContext({ cert, key, minVersion: 'TLSv1.2' }),
    pem: cert,
    path: files.certificate,
    secretFor: (purpose) => createHmac('sha256', key).update(purpose).digest(),
  }
}

async function makeCertificate(folder: string, files: CertificateFiles): Promise<void> {
  // only loaded when it is needed: once in the life of an installation
  const { default: forge } = await import('node-forge')
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey.export({ type: 'spki', format: 'pem' }))
  // positive, and no other certificate's (RFC 5280, 4.1.2.2)
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  const now = new Date()
  certificate.validity.notBefore = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  certificate.validity.notAfter = new Date(new Date(now).setFullYear(now.getFullYear() + validityYears))
  const name = [{ name: 'commonName', value: 'Colonnade' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, keyCertSign: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: 2, value: 'localhost' },
        { type: 2, value: hostname() },
        { type: 7, ip: '127.0.0.1' },
        { type: 7, ip: '::1' },
      ],
    },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeWhole(files.key, key, 0o600)
  await writeWhole(files.certificate, forge.pki.certificateToPem(certificate), 0o644)
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
