import { XMLParser } from 'fast-xml-parser'
import { S3Error } from '../errors.ts'

/** An element: its texts, or elements by their name without a prefix. */
export type XmlNode = string | { readonly [name: string]: readonly XmlNode[] }

/** Ten thousand parts with their checksums, or a thousand keys of the greatest length. */
const mostBytes = 4 * 1024 * 1024
const mostDepth = 8

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  alwaysCreateTextNode: false,
  isArray: () => true,
})

/** @returns the elements within `root`. @throws S3Error `MalformedXML`, `MaxMessageLengthExceeded` */
export async function readXml(content: AsyncIterable<Uint8Array>, root: string): Promise<{ readonly [name: string]: readonly XmlNode[] }> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    bytes += piece.length
    if (bytes > mostBytes) throw new S3Error('MaxMessageLengthExceeded')
    pieces.push(piece)
  }
  return parseXml(Buffer.concat(pieces), root)
}

export function parseXml(bytes: Uint8Array, root: string): { readonly [name: string]: readonly XmlNode[] } {
  const text = decode(bytes)
  // these documents need no declarations, and custom entities allow expansion attacks
  if (/<!(?!--)/.test(text.replace(/<!\[CDATA\[/g, '')) || depthOf(text) > mostDepth) throw new S3Error('MalformedXML')
  let parsed: unknown
  try {
    parsed = parser.parse(text, true)
  } catch {
    throw new S3Error('MalformedXML')
  }
  const found = (parsed as Record<string, unknown>)[root]
  if (!Array.isArray(found) || found.length !== 1) throw new S3Error('MalformedXML')
  const node = nodeOf(found[0])
  // an empty element
  if (typeof node === 'string') return {}
  return node
}

/** The text of the one element of that name; null without it. @throws S3Error `MalformedXML` */
export function textIn(node: XmlNode, name: string): string | null {
  const found = typeof node === 'string' ? undefined : node[name]
  if (found === undefined) return null
  const [text] = found
  if (found.length !== 1 || typeof text !== 'string') throw new S3Error('MalformedXML')
  return text
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new S3Error('MalformedXML')
  }
}

function nodeOf(value: unknown): XmlNode {
  if (typeof value === 'string') return unescape(value)
  if (typeof value !== 'object' || value === null) return ''
  const node: Record<string, readonly XmlNode[]> = Object.create(null) as Record<string, readonly XmlNode[]>
  for (const [name, each] of Object.entries(value)) {
    if (name === '#text') continue
    node[name] = (Array.isArray(each) ? each : [each]).map(nodeOf)
  }
  return node
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));?/g, (_whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) {
      if (!Object.hasOwn(entities, name)) throw new S3Error('MalformedXML')
      return entities[name]!
    }
    const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    if (point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) throw new S3Error('MalformedXML')
    return String.fromCodePoint(point)
  })
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of text.matchAll(/<\/?[^!?>][^>]*>/g)) {
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>')) deepest = Math.max(deepest, ++depth)
  }
  return deepest
}
