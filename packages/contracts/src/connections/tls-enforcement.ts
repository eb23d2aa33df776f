import { z } from 'zod'
import { get, put, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** The TLS certificate of the poolers, shared by all projects. */
export const PoolerCertificate = z.object({
  /** Certificate chain in PEM. */
  pem: z.string(),
  /** True for a self-signed certificate. Clients verify it by using it as sslrootcert. */
  is_root: z.boolean(),
  issuer: z.string(),
  /** Names and addresses that it is valid for with verify-full. */
  names: z.array(z.string()),
  expires_at: Timestamp,
  /** SHA-256 fingerprint, in hex with colons. */
  fingerprint: z.string(),
})
export type PoolerCertificate = z.infer<typeof PoolerCertificate>

/** TLS enforcement of the poolers. */
export const TlsEnforcement = z.object({
  is_enforced: z.boolean(),
  /** null if no pooler is running. */
  certificate: PoolerCertificate.nullable(),
})
export type TlsEnforcement = z.infer<typeof TlsEnforcement>

export const tlsEnforcement = resource('/platform/projects/{ref}/ssl-enforcement', {
  retrieve: get('/', {
    summary: 'Retrieve TLS enforcement and the certificate of the poolers',
    auth: 'user',
    permission: 'projects:read',
    reply: TlsEnforcement,
  }),
  update: put('/', {
    summary: 'Turn TLS enforcement on or off. Open connections stay open',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.tls_enforcement_changed',
    body: z.object({ is_enforced: z.boolean() }),
    needs: 'machine',
    reply: TlsEnforcement,
  }),
})
