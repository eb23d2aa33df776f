import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { AuthCall } from '../call.ts'
import { problemOfAddress } from '../providers/provider-addresses.ts'
import { readIdpMetadata } from './metadata.ts'
import type { SsoProvider } from './provider.ts'

const clockSkewMs = 30_000
const assertionMostMs = 24 * 3_600_000

/** Where identity providers find the project; its metadata address is its name. */
export function addressesOf({ settings, request }: AuthCall): { readonly entityId: string; readonly acs: string } {
  const base = (settings.saml_external_url === '' ? request.publicUrl : settings.saml_external_url).replace(/\/+$/, '')
  return { entityId: `${base}/sso/saml/metadata`, acs: `${base}/sso/saml/acs` }
}

/** Returns the project as a service provider to one identity provider. `requestId`: of the request that is created, or answered. */
export function openSaml(call: AuthCall, { saml }: SsoProvider, requestId: string): SAML {
  const { entityId, acs } = addressesOf(call)
  const idp = readIdpMetadata(saml.metadata_xml, (url) => problemOfAddress(call, url))
  return new SAML({
    callbackUrl: acs,
    issuer: entityId,
    audience: entityId,
    entryPoint: idp.signInUrl,
    idpIssuer: idp.entityId,
    idpCert: [...idp.certificates],
    identifierFormat: saml.name_id_format ?? null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // the assertion's signature is what counts; many providers sign nothing else
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs: assertionMostMs,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
  })
}

/** An answer counts for the one request that it was asked for with. */
function onlyRequest(requestId: string): CacheProvider {
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
    removeAsync: async (key) => key,
  }
}
