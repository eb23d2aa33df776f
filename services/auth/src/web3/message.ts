import { AuthError } from '../errors.ts'

/** A sign-in message that a wallet signs: ERC-4361 for Ethereum, and the same form as Solana's wallets write it. */
export interface SignInMessage {
  /** Host and port of the page that asked. */
  readonly domain: string
  readonly address: string
  readonly statement: string | null
  readonly uri: string
  /** Ethereum: a number (EIP-155). Solana: the name of a cluster, if given. */
  readonly chainId: string | null
  /** Milliseconds since the Unix epoch. */
  readonly issuedAt: number
  readonly expiresAt: number | null
  readonly notBefore: number | null
}

/** Bytes of a message (GoTrue). */
const bytesLeast = 64
const bytesMost = 20 * 1024

const fieldNames = ['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At', 'Expiration Time', 'Not Before', 'Request ID'] as const
type FieldName = (typeof fieldNames)[number]

const wrong = (text: string): AuthError => new AuthError('validation_failed', text)

/** @throws AuthError `validation_failed` for what is no such message */
export function parseSignInMessage(text: string, chain: 'Ethereum' | 'Solana'): SignInMessage {
  const size = Buffer.byteLength(text)
  if (size < bytesLeast) throw wrong('message is too short')
  if (size > bytesMost) throw wrong('message must not exceed 20KB')
  const [head = '', address = '', blank, ...rest] = text.split('\n')
  const domain = domainOf(head, chain)
  if (blank !== '') throw wrong('message has no empty line after the address')
  const { statement, lines } = statementOf(rest)
  const fields = fieldsOf(lines)
  if (fields.get('Version') !== '1') throw wrong('message must have version 1')
  const uri = fields.get('URI')
  if (uri === undefined || !URL.canParse(uri)) throw wrong('message has no valid URI')
  const issuedAt = timeOf(fields, 'Issued At')
  if (issuedAt === null) throw wrong('message has no Issued At')
  const chainId = fields.get('Chain ID') ?? null
  if (chain === 'Ethereum' && !/^\d{1,20}$/.test(chainId ?? '')) throw wrong('message has no valid Chain ID')
  return { domain, address, statement, uri, chainId, issuedAt, expiresAt: timeOf(fields, 'Expiration Time'), notBefore: timeOf(fields, 'Not Before') }
}

function domainOf(head: string, chain: string): string {
  const ending = ` wants you to sign in with your ${chain} account:`
  if (!head.endsWith(ending)) throw wrong(`message does not begin with a sign-in request for ${chain}`)
  const origin = head.slice(0, -ending.length)
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(origin)?.[0] ?? ''
  const domain = origin.slice(scheme.length)
  if (!/^[^\s/?#@\\]+$/.test(domain)) throw wrong('message has no valid domain')
  return domain
}

/** A statement is one line between two empty ones; without it there may be one empty line more. */
function statementOf(rest: readonly string[]): { readonly statement: string | null; readonly lines: readonly string[] } {
  const [first = '', second] = rest
  if (first === '') return { statement: null, lines: rest.slice(1) }
  if (second !== '') return { statement: null, lines: rest }
  return { statement: first, lines: rest.slice(2) }
}

/** Each of them once; what isn't known is refused, since nobody could say what was agreed to. */
function fieldsOf(lines: readonly string[]): Map<FieldName, string> {
  const fields = new Map<FieldName, string>()
  for (const [index, line] of lines.entries()) {
    if (line === 'Resources:' || line === 'Resources') {
      // the client writes it without the colon for some wallets
      if (!lines.slice(index + 1).every((each) => each.startsWith('- '))) throw wrong('message has invalid resources')
      break
    }
    const colon = line.indexOf(': ')
    const name = fieldNames.find((each) => each === line.slice(0, colon))
    if (colon < 0 || name === undefined) throw wrong(`message has an unknown field: "${line.slice(0, 50)}"`)
    if (fields.has(name)) throw wrong(`message has ${name} twice`)
    fields.set(name, line.slice(colon + 2))
  }
  return fields
}

function timeOf(fields: ReadonlyMap<FieldName, string>, name: FieldName): number | null {
  const text = fields.get(name)
  if (text === undefined) return null
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw wrong(`message has no valid ${name}`)
  return time
}
