/** An element's content: a text, elements by name (a list repeats its name), or nothing. */
export type XmlValue = string | number | boolean | null | undefined | XmlElements | readonly XmlValue[]
export interface XmlElements {
  readonly [name: string]: XmlValue
}

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** What can't stand in XML 1.0 at all. */
// oxlint-disable-next-line no-control-regex -- it is control characters that XML refuses
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const special = /[&<>"'\r\n\t]/g

/** A document of the S3 API. */
export function xmlDocument(name: string, content: XmlElements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${namespace}">${elements(content)}</${name}>`
}

/** An error has no namespace, and some clients would not find it in one. */
export function xmlError(content: XmlElements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements(content)}</Error>`
}

export function escapeXml(text: string): string {
  return text
    .replace(impossible, '\ufffd')
    .replace(special, (character) =>
      character === '&' ? '&amp;' : character === '<' ? '&lt;' : character === '>' ? '&gt;' : `&#${character.charCodeAt(0)};`,
    )
}

function elements(content: XmlElements): string {
  return Object.entries(content)
    .map(([name, value]) => element(name, value))
    .join('')
}

function element(name: string, value: XmlValue): string {
  if (value === null || value === undefined) return ''
  if (isList(value)) return value.map((each) => element(name, each)).join('')
  if (typeof value === 'object') return `<${name}>${elements(value)}</${name}>`
  return `<${name}>${escapeXml(String(value))}</${name}>`
}

function isList(value: XmlValue): value is readonly XmlValue[] {
  return Array.isArray(value)
}
