/** RFC 5321, 4.5.3.1: octets of a local part, and of a whole address in a path. */
const [localMax, addressMax] = [64, 254]

/** RFC 5322, 3.2.3: what a local part may have without quotes. */
const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** RFC 5321, 4.1.2: printable ASCII between quotes; a backslash takes the next character as it is. */
const quotedLocal = /^"((?:[ !#-[\]-~]|\\[ -~])*)"$/
/** Neither ASCII punctuation, which a URL would read as something else, nor white space. */
const domainText = /^[^\s\p{Cc}!-,/:-@[-`{-~]+$/u
/** RFC 1035, 2.3.1, with digits first (RFC 1123, 2.1); at least two, and the last is no number, so that it is no IP address. */
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Reads one email address and returns the form in which it is kept and compared: lower case, the domain in ASCII (UTS #46), so that
 * `ada@Bücher.example` and `ada@xn--bcher-kva.example` are one address; quotes only where the local part needs them. Null when it is none.
 */
export function parseEmailAddress(text: string): string | null {
  // a line break is never dropped in silence: behind it another header could stand
  const trimmed = text.replaceAll(/^[ \t\u00a0]+|[ \t\u00a0]+$/g, '')
  const at = trimmed.lastIndexOf('@')
  const local = parseLocalPart(trimmed.slice(0, Math.max(at, 0)))
  const domain = parseDomain(trimmed.slice(at + 1))
  if (local === null || domain === null) return null
  const address = `${local}@${domain}`
  return address.length > addressMax ? null : address
}

/** Takes an address apart that was read already: what stands before the last @, without its quotes, and the domain. */
export function partsOfAddress(address: string): { readonly local: string; readonly domain: string } {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  return { local: quotedLocal.exec(local)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? local, domain: address.slice(at + 1) }
}

function parseLocalPart(text: string): string | null {
  const content = quotedLocal.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? text
  if (content === '' || (content === text && !atoms.test(text))) return null
  const written = (atoms.test(content) ? content : `"${content.replaceAll(/["\\]/g, '\\$&')}"`).toLowerCase()
  return written.length > localMax ? null : written
}

function parseDomain(text: string): string | null {
  if (!domainText.test(text) || !URL.canParse(`http://${text}`)) return null
  const { hostname } = new URL(`http://${text}`)
  return hostName.test(hostname) ? hostname : null
}

/** A name in quotes or without, and an address in angle brackets. */
const mailbox = /^(?:"((?:[^"\\]|\\.)*)"|([^"<>]*))\s*<([^<>]*)>$/s

/** Takes a mailbox apart (RFC 5322, 3.4): `"Lovelace, Ada" <ada@example.com>`. The address is as it was written; a bare one has no name. */
export function readMailbox(text: string): { readonly name: string | null; readonly address: string } {
  const found = mailbox.exec(text.trim())
  if (found === null) return { name: null, address: text.trim() }
  const name = (found[1]?.replaceAll(/\\(.)/gs, '$1') ?? found[2] ?? '').trim()
  return { name: name === '' ? null : name, address: found[3]!.trim() }
}

/**
 * Splits what somebody typed or pasted into addresses: one a line, or with commas, semicolons or spaces between, with or without names. What
 * stands in quotes or in angle brackets stays whole.
 */
export function splitEmailAddresses(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let quote = false
  let bracket = false
  const close = (): void => {
    const { name, address } = readMailbox(part)
    // without brackets a space divides as well, but not one in quotes
    if (name === null && !part.includes('<')) parts.push(...(address.match(/(?:"(?:[^"\\]|\\.)*"|[^\s"])+|"/gs) ?? []))
    else parts.push(address)
    part = ''
    quote = bracket = false
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    const isLineEnd = character === '\n' || character === '\r'
    // a quote or bracket that is never closed ends with its line
    if (isLineEnd || (!quote && !bracket && (character === ',' || character === ';'))) close()
    else {
      if (character === '\\' && quote) part += text[at++]
      else if (character === '"' && !bracket) quote = !quote
      else if (!quote && character === '<') bracket = true
      else if (!quote && character === '>') bracket = false
      part += text[at] ?? ''
    }
  }
  close()
  return [...new Set(parts.filter((each) => each !== ''))]
}
