import { isRef } from '@colonnade/core'
import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { getPublicSuffix } from 'tldts'

/** Where the record stands that proves whose name it is. */
export const proofLabel = '_colonnade'

/** Of a name in all (RFC 1035, 2.3.4), the label before it and its dot taken off. */
const lengthMax = 253 - proofLabel.length - 1

/** A label of a host (RFC 1123, 2.1). */
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Names that no DNS server of the world leads to this machine (RFC 6761, 7686, 3172). */
const special = ['localhost', 'invalid', 'onion', 'arpa']

export type ParsedName = { readonly name: string } | { readonly problem: string }

/** What somebody wrote as a domain, in ASCII and small letters, or why it is none. `own`: names of the installation itself. */
export function parseDomain(text: string, own: readonly string[]): ParsedName {
  const written = text.trim()
  if (written === '') return { problem: 'Write a name, such as db.example.com' }
  if (written.includes('*')) return { problem: 'A wildcard can not be used: write the name that clients connect to' }
  if (isIP(written.replace(/^\[|\]$/g, '')) !== 0) return { problem: 'That is an address: write a name, such as db.example.com' }
  // some of these are taken by the parser below for parts of a URL
  if (/[/:@?#\\%]/.test(written)) return { problem: 'Write the name alone, without https://, user, port or path' }
  const name = domainToASCII(written).replace(/\.$/, '')
  if (name === '') return { problem: 'That is not a domain name' }
  if (isIP(name) !== 0) return { problem: 'That is an address: write a name, such as db.example.com' }
  if (name.length > lengthMax) return { problem: `A name has at most ${lengthMax} characters, so that ${proofLabel} fits before it` }
  const labels = name.split('.')
  const wrong = labels.find((each) => !label.test(each) || (each.startsWith('xn--') && domainToUnicode(each) === each))
  if (wrong !== undefined) {
    if (wrong === '') return { problem: 'A part between two dots is empty' }
    if (wrong.length > 63) return { problem: `A part of a name has at most 63 characters, and "${wrong.slice(0, 20)}…" has ${wrong.length}` }
    return { problem: `"${wrong}" can not be part of a name: letters, digits and hyphens within, nothing else` }
  }
  if (labels.length < 2) return { problem: 'A name has at least two parts, such as db.example.com' }
  if (special.includes(labels.at(-1)!)) return { problem: `Names that end in .${labels.at(-1)} lead nowhere from outside` }
  if (isRef(labels[0]!)) return { problem: 'A name can not begin like the reference of a project' }
  if (own.includes(name)) return { problem: 'That is the name of this installation itself: put something before it' }
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name) {
    return { problem: `Everybody can register names below ${name}: it is nobody's own` }
  }
  return { name }
}

/** As people write it; null where that is the same. */
export function unicodeName(name: string): string | null {
  const unicode = domainToUnicode(name)
  return unicode === name ? null : unicode
}
