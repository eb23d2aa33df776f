import { DOMParser, type XmlElement, type XmlElements } from '@xmldom/xmldom'
import { X509Certificate } from 'node:crypto'
import { AuthError } from '../errors.ts'

const metadataMost = 512 * 1024
const certificatesMost = 20
const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata'
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** An identity provider's metadata (SAML 2.0, Metadata, 2.4.3). */
export interface IdpMetadata {
  readonly entityId: string
  /** Where browsers are sent. */
  readonly signInUrl: string
  /** In PEM. */
  readonly certificates: readonly string[]
}

const invalid = (text: string, cause?: unknown): AuthError => new AuthError('validation_failed', `SAML metadata: ${text}`, { cause })

/**
 * Parses a document of strangers: without a document type there are no entities, inside or outside.
 *
 * @throws AuthError `validation_failed`
 */
export function parseXml(text: string, most = metadataMost): XmlElement {
  if (Buffer.byteLength(text) > most) throw invalid(`it is larger than ${most} bytes`)
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text) || text.includes('\u0000')) throw invalid('it has a document type, which isn’t allowed')
  const errorHandler = (level: string, message: string): void => {
    if (level !== 'warning') throw invalid('it isn’t valid XML', new Error(message))
  }
  try {
    const root = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml').documentElement
    if (root !== null && root !== undefined) return root
  } catch (error) {
    throw error instanceof AuthError ? error : invalid('it isn’t valid XML', error)
  }
  throw invalid('it is empty')
}

/** @throws AuthError `validation_failed` */
export function readIdpMetadata(text: string, findAddressProblem: (url: string) => string | null): IdpMetadata {
  const root = parseXml(text)
  if (root.localName !== 'EntityDescriptor' || root.namespaceURI !== metadataNamespace) throw invalid('its root element isn’t EntityDescriptor')
  const entityId = root.getAttribute('entityID') ?? ''
  if (entityId === '' || entityId.length > 1_024) throw invalid('it has no entityID')
  const descriptor = root.getElementsByTagNameNS(metadataNamespace, 'IDPSSODescriptor').item(0)
  if (descriptor === null) throw invalid('it describes no identity provider')
  const services = [...elements(descriptor.getElementsByTagNameNS(metadataNamespace, 'SingleSignOnService'))]
  const signInUrl = services.find((each) => each.getAttribute('Binding') === redirectBinding)?.getAttribute('Location') ?? ''
  if (signInUrl === '') throw invalid('it has no SingleSignOnService for HTTP-Redirect')
  const problem = findAddressProblem(signInUrl)
  if (problem !== null) throw invalid(`SingleSignOnService: ${problem}`)
  const certificates = [...elements(descriptor.getElementsByTagNameNS(metadataNamespace, 'KeyDescriptor'))]
    .filter((each) => ['', 'signing'].includes(each.getAttribute('use') ?? ''))
    .flatMap((each) => [...elements(each.getElementsByTagNameNS(signatureNamespace, 'X509Certificate'))])
    .map((each) => certificateOf(each.textContent ?? ''))
  if (certificates.length === 0) throw invalid('it has no signing certificate')
  if (certificates.length > certificatesMost) throw invalid(`it has more than ${certificatesMost} certificates`)
  return { entityId, signInUrl, certificates }
}

function* elements(list: XmlElements): Generator<XmlElement> {
  for (let index = 0; index < list.length; index += 1) yield list.item(index)!
}

function certificateOf(text: string): string {
  try {
    return new X509Certificate(Buffer.from(text.replaceAll(/\s/g, ''), 'base64')).toString()
  } catch (error) {
    throw invalid('a certificate is malformed', error)
  }
}
