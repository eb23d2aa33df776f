import { objectsOf, present, textOf } from './values.ts'

/** Password hash parameters of a Firebase project, from Authentication › Users › ⋮ › Password hash parameters. */
export interface FirebaseHash {
  /** Base64. */
  readonly signerKey: string
  readonly saltSeparator: string
  readonly rounds: number
  readonly memoryCost: number
}

const standardBase64 = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/')

/** Returns a Firebase scrypt hash with the project's parameters, in the format that the auth service verifies. */
export function firebaseHash(hash: string, salt: string, parameters: FirebaseHash | null): string {
  if (parameters === null) return '$fbscrypt$'
  const { signerKey, saltSeparator, rounds, memoryCost } = parameters
  const separator = saltSeparator === '' ? '' : `,ss=${standardBase64(saltSeparator)}`
  const key = standardBase64(signerKey)
  return `$fbscrypt$v=1,n=${memoryCost},r=${rounds},p=1${separator},sk=${key}$${standardBase64(salt)}$${standardBase64(hash)}`
}

const argon2Types: Readonly<Record<string, string>> = { id: 'argon2id', i: 'argon2i', d: 'argon2d' }
const argon2Versions: Readonly<Record<string, number>> = { '1.0': 16, '1.3': 19 }

/**
 * Returns the password hash of a Keycloak user (`PasswordCredentialModel`): two JSON strings, one with hash and salt, one with the algorithm.
 * undefined for a user without a password. The server refuses unsupported hashes.
 */
export function keycloakHash(credentials: unknown): string | undefined {
  const found = objectsOf(credentials).find(({ type }) => type === 'password')
  if (found === undefined) return undefined
  const secret = parsed(found['secretData'])
  const made = parsed(found['credentialData'])
  const [value, salt, algorithm] = [textOf(secret['value']), textOf(secret['salt']), textOf(made['algorithm']) ?? '']
  if (value === undefined || salt === undefined) return `$${algorithm}$`
  const rounds = textOf(made['hashIterations']) ?? ''
  if (algorithm === 'argon2') {
    const parameters = made['additionalParameters'] as { readonly [name: string]: unknown } | undefined
    const first = (name: string, otherwise: string): string =>
      textOf(Array.isArray(parameters?.[name]) ? parameters[name][0] : undefined) ?? otherwise
    const type = argon2Types[first('type', 'id')] ?? 'argon2'
    const version = argon2Versions[first('version', '1.3')] ?? 0
    const costs = `m=${first('memory', '7168')},t=${rounds},p=${first('parallelism', '1')}`
    return `$${type}$v=${version}$${costs}$${withoutPadding(salt)}$${withoutPadding(value)}`
  }
  const digest = { pbkdf2: 'sha1', 'pbkdf2-sha256': 'sha256', 'pbkdf2-sha512': 'sha512' }[algorithm]
  if (digest === undefined) return `$${algorithm}$`
  return `$pbkdf2-${digest}$i=${rounds}$${salt}$${value}`
}

const withoutPadding = (text: string): string => text.replace(/=+$/, '')

function parsed(text: unknown): { readonly [name: string]: unknown } {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text
    return typeof value === 'object' && value !== null ? (value as { readonly [name: string]: unknown }) : {}
  } catch {
    return {}
  }
}

/** Parses the parameters as the Firebase console shows them (`hash_config { … }`). Missing values are omitted. */
export function readHashConfig(text: string): Partial<FirebaseHash> {
  const find = (name: string): string | undefined => new RegExp(`${name}["']?\\s*[:=]\\s*["']?([A-Za-z0-9+/=_-]+)`).exec(text)?.[1]
  const [rounds, memoryCost] = [find('rounds'), find('mem_cost')].map((value) => (value === undefined ? undefined : Number(value)))
  return present({ signerKey: find('base64_signer_key'), saltSeparator: find('base64_salt_separator'), rounds, memoryCost })
}
