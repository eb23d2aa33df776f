import type { PoolerCertificate, TlsEnforcement } from '@colonnade/contracts/connections/tls-enforcement'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import { X509Certificate } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import * as store from './store.ts'

export async function retrieveTls(ctx: PlatformContext, { ref }: ProjectScope): Promise<TlsEnforcement> {
  const pem = ctx.pooler()?.certificate
  return { is_enforced: await store.isTlsRequired(ctx.database, ref), certificate: pem === undefined ? null : describeCertificate(pem) }
}

/** Applies to new connections. */
export async function updateTls(
  ctx: PlatformContext,
  scope: ProjectScope,
  { is_enforced }: { readonly is_enforced: boolean },
  audit: AuditRecorder<Transaction>,
): Promise<TlsEnforcement> {
  const { ref, organizationId } = scope
  await ctx.database.transaction(async (tx) => {
    await store.requireTls(tx, ref, is_enforced)
    await audit(tx, { organizationId, projectRef: ref, details: { is_enforced } })
  })
  return retrieveTls(ctx, scope)
}

/** @throws AppError `encryption_required` for an unencrypted pooler client when the project requires TLS */
export async function refusePlain(db: Queryable, ref: string): Promise<void> {
  if (!(await store.isTlsRequired(db, ref))) return
  throw new AppError('encryption_required', { ref }, { message: `project ${ref} requires an encrypted connection` })
}

/** Describes a certificate for clients and people; of a chain, the first one. */
export function describeCertificate(pem: string): PoolerCertificate {
  const certificate = new X509Certificate(pem)
  const { subject, issuer, subjectAltName = '', validTo, fingerprint256 } = certificate
  return {
    pem,
    is_root: subject === issuer,
    issuer: /^CN=(.*)$/m.exec(issuer)?.[1] ?? issuer.replaceAll('\n', ', '),
    names: [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name]) => shortName(name!)),
    expires_at: new Date(validTo).toISOString(),
    fingerprint: fingerprint256,
  }
}

/** Returns an IPv6 address in its short form, "::1" (RFC 5952). */
export function shortName(name: string): string {
  return isIPv6(name) ? new URL(`http://[${name}]`).hostname.slice(1, -1) : name
}
