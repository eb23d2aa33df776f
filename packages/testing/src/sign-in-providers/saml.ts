import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

/** What an identity provider that means ill, or is broken, says otherwise than it should. */
export interface AssertionChanges {
  readonly nameId?: string
  readonly nameIdFormat?: string
  readonly attributes?: Readonly<Record<string, readonly string[]>>
  readonly audience?: string
  readonly inResponseTo?: string
  readonly notOnOrAfter?: Date
  /** Done to the whole answer after it was signed. */
  readonly tamper?: (xml: string) => string
  readonly isUnsigned?: boolean
}

export interface TestSaml {
  readonly entityId: string
  readonly metadata: string
  /** The form that a browser brings back from the address it was sent to. */
  answer(signInUrl: string, changes?: AssertionChanges): { readonly SAMLResponse: string; readonly RelayState: string }
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** An identity provider of SAML 2.0 that signs its assertions with a certificate of its own. */
export function openTestSaml(entityId = 'https://idp.example.com/saml'): TestSaml {
  const { key, certificate } = makeCertificate()
  const lines = certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${lines}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/sign-in"/>
  </IDPSSODescriptor>
</EntityDescriptor>`
  return {
    entityId,
    metadata,
    answer(signInUrl, changes = {}) {
      const { searchParams } = new URL(signInUrl)
      const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString()
      const find = (pattern: RegExp): string => pattern.exec(request)![1]!
      const asked = { id: find(/ID="([^"]+)"/), acs: find(/AssertionConsumerServiceURL="([^"]+)"/), issuer: find(/Issuer[^>]*>([^<]+)</) }
      const xml = responseOf(entityId, asked, changes)
      const signed = changes.isUnsigned === true ? xml : sign(xml, key)
      const whole = changes.tamper?.(signed) ?? signed
      return { SAMLResponse: Buffer.from(whole).toString('base64'), RelayState: searchParams.get('RelayState')! }
    },
  }
}

function makeCertificate(): { readonly key: string; readonly certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  try {
    const names = ['-newkey', 'rsa:2048', '-subj', '/CN=idp.example.com']
    execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '1', '-keyout', key, '-out', certificate, ...names], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Asked {
  readonly id: string
  readonly acs: string
  readonly issuer: string
}

function responseOf(entityId: string, asked: Asked, changes: AssertionChanges): string {
  const now = new Date().toISOString()
  const end = (changes.notOnOrAfter ?? new Date(Date.now() + 60_000)).toISOString()
  const inResponseTo = changes.inResponseTo ?? asked.id
  const format = changes.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
  const attributes = Object.entries(changes.attributes ?? { mail: ['ada@acme.example'] })
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    .join('')
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_response" Version="2.0" IssueInstant="${now}" Destination="${asked.acs}" InResponseTo="${inResponseTo}"><saml:Issuer>${entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="_assertion" Version="2.0" IssueInstant="${now}"><saml:Issuer>${entityId}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${changes.nameId ?? 'acme-ada'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${inResponseTo}" NotOnOrAfter="${end}" Recipient="${asked.acs}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${changes.audience ?? asked.issuer}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now}"/><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}

function sign(xml: string, privateKey: string): string {
  const signer = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  })
  const assertion = "//*[local-name(.)='Assertion']"
  signer.addReference({
    xpath: assertion,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signer.computeSignature(xml, { location: { reference: `${assertion}/*[local-name(.)='Issuer']`, action: 'after' } })
  return signer.getSignedXml()
}
