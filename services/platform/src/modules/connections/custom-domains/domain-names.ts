import { isRef } from '@colonnade/core'
import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { getPublicSuffix } from 'tldts'
import { nameText } from './messages.ts'

/** The label of the TXT record that proves ownership. */
export const proofLabel = '_colonnade'

/** The longest name (RFC 1035, 2.3.4), minus the proof label and its dot. */
const lengthMax = 253 - proofLabel.length - 1

/** A label of a host (RFC 1123, 2.1). */
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Endings that public DNS never resolves to this machine (RFC 6761, 7686, 3172). */
const special = ['localhost', 'invalid', 'onion', 'arpa']

export type ParsedName = { readonly name: string } | { readonly problem: string }

/** Parses a domain as typed into lower-case ASCII, or returns the problem. `own`: names of the installation itself. */
export function parseDomain(text: string, own: readonly string[]): ParsedName {
  const written = text.trim()
  if (written === '') return { problem: nameText.empty }
  if (written.includes('*')) return { problem: nameText.wildcard }
  if (isIP(written.replace(/^\[|\]$/g, '')) !== 0) return { problem: nameText.address }
  // the parser below would read some of these as parts of a URL
  if (/[/:@?#\\%]/.test(written)) return { problem: nameText.notAlone }
  const name = domainToASCII(written).replace(/\.$/, '')
  if (name === '') return { problem: nameText.invalid }
  if (isIP(name) !== 0) return { problem: nameText.address }
  if (name.length > lengthMax) return { problem: nameText.long(lengthMax) }
  const labels = name.split('.')
  const wrong = labels.find((each) => !label.test(each) || (each.startsWith('xn--') && domainToUnicode(each) === each))
  if (wrong !== undefined) {
    if (wrong === '') return { problem: nameText.emptyPart }
    if (wrong.length > 63) return { problem: nameText.longPart(wrong.slice(0, 20), wrong.length) }
    return { problem: nameText.invalidPart(wrong) }
  }
  if (labels.length < 2) return { problem: nameText.oneLabel }
  if (special.includes(labels.at(-1)!)) return { problem: nameText.unreachable(labels.at(-1)!) }
  if (isRef(labels[0]!)) return { problem: nameText.reference }
  if (own.includes(name)) return { problem: nameText.installation }
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name) {
    return { problem: nameText.publicSuffix(name) }
  }
  return { name }
}

/** Returns the Unicode form; null if it is the same. */
export function unicodeName(name: string): string | null {
  const unicode = domainToUnicode(name)
  return unicode === name ? null : unicode
}
