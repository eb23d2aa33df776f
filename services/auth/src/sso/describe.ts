import type { AuthCall } from '../call.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { requireSaml } from './provider.ts'
import { addressesOf } from './saml.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Returns the project's metadata for identity providers (SAML 2.0, Metadata, 2.4.4). */
export async function describeServiceProvider(call: AuthCall): Promise<AuthReply> {
  requireSaml(call)
  const { entityId, acs } = addressesOf(call)
  const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
  const text = `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escape(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="1" isDefault="true" Binding="${post}" Location="${escape(acs)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
  return { headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8', 'cache-control': 'public, max-age=600' }, text }
}
