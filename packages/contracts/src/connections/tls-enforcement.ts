import { z } from 'zod'
import { get, put, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** What the poolers show to clients who connect by TLS: one for all projects. */
export const PoolerCertificate = z.object({
  /** With the chain behind it. */
  pem: z.string(),
  /** It has signed itself: clients that take it as sslrootcert know who answers. */
  is_root: z.boolean(),
  issuer: z.string(),
  /** Names and addresses that it is good for, with verify-full. */
  names: z.array(z.string()),
  expires_at: Timestamp,
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: z.string(),
})
export type PoolerCertificate = z.infer<typeof PoolerCertificate>

/** Whether clients must encrypt what they say to the poolers. */
export const TlsEnforcement = z.object({
  is_enforced: z.boolean(),
  /** null where no pooler runs. */
  certificate: PoolerCertificate.nullable(),
})
export type TlsEnforcement = z.infer<typeof TlsEnforcement>

export const tlsEnforcement = resource('/platform/projects/{ref}/ssl-enforcement', {
  retrieve: get('/', {
    summary: 'Whether the project takes encrypted connections only, and the certificate of the poolers',
    auth: 'user',
    permission: 'projects:read',
    reply: TlsEnforcement,
  }),
  update: put('/', {
    summary: 'Choose whether the poolers refuse connections that are not encrypted; those that are open stay',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.tls_enforcement_changed',
    body: z.object({ is_enforced: z.boolean() }),
    needs: 'machine',
    reply: TlsEnforcement,
  }),
})
