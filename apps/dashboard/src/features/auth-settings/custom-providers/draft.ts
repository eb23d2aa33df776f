import { type CustomProvider, type CustomProviderChange, customPrefix, NewCustomProvider } from '@colonnade/contracts/auth/custom-providers'
import { slugify } from '@colonnade/core'
import { draftText } from './messages.ts'

/** A custom provider while it is edited: lists and pairs one per line. */
export interface CustomDraft {
  readonly type: CustomProvider['provider_type']
  readonly name: string
  /** What follows `custom:`; empty to make it of the name. */
  readonly identifier: string
  readonly clientId: string
  /** Empty to keep the one that is set. */
  readonly clientSecret: string
  readonly isEnabled: boolean
  readonly issuer: string
  readonly discoveryUrl: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly userinfoUrl: string
  readonly scopes: string
  readonly usesPkce: boolean
  readonly isEmailOptional: boolean
  readonly mapping: string
  readonly parameters: string
}

export const emptyDraft: CustomDraft = {
  type: 'oidc',
  name: '',
  identifier: '',
  clientId: '',
  clientSecret: '',
  isEnabled: true,
  issuer: '',
  discoveryUrl: '',
  authorizationUrl: '',
  tokenUrl: '',
  userinfoUrl: '',
  scopes: 'email profile',
  usesPkce: true,
  isEmailOptional: false,
  mapping: '',
  parameters: '',
}

const identifierMost = 43

/** The identifier of a new provider. */
export const identifierOf = ({ identifier, name }: Pick<CustomDraft, 'identifier' | 'name'>): string =>
  customPrefix + (identifier.trim() === '' ? slugify(name, 'provider').slice(0, identifierMost).replace(/-+$/, '') : identifier.trim())

export function draftOf(provider: CustomProvider): CustomDraft {
  return {
    type: provider.provider_type,
    name: provider.name,
    identifier: provider.identifier.slice(customPrefix.length),
    clientId: provider.client_id,
    clientSecret: '',
    isEnabled: provider.enabled,
    issuer: provider.issuer ?? '',
    discoveryUrl: provider.discovery_url ?? '',
    authorizationUrl: provider.authorization_url ?? '',
    tokenUrl: provider.token_url ?? '',
    userinfoUrl: provider.userinfo_url ?? '',
    scopes: provider.scopes.join(' '),
    usesPkce: provider.pkce_enabled,
    isEmailOptional: provider.email_optional,
    mapping: linesOf(provider.attribute_mapping),
    parameters: linesOf(provider.authorization_params),
  }
}

/** What is sent of a draft: only the addresses of its type. */
function inputOf(draft: CustomDraft): NewCustomProvider {
  const isOidc = draft.type === 'oidc'
  return {
    provider_type: draft.type,
    identifier: identifierOf(draft),
    name: draft.name,
    client_id: draft.clientId,
    client_secret: draft.clientSecret,
    enabled: draft.isEnabled,
    scopes: draft.scopes.split(/[\s,]+/).filter((scope) => scope !== ''),
    pkce_enabled: draft.usesPkce,
    email_optional: draft.isEmailOptional,
    attribute_mapping: pairsOf(draft.mapping),
    authorization_params: pairsOf(draft.parameters),
    ...(isOidc
      ? { issuer: draft.issuer, discovery_url: draft.discoveryUrl }
      : { authorization_url: draft.authorizationUrl, token_url: draft.tokenUrl, userinfo_url: draft.userinfoUrl }),
  }
}

/** Problems by the names that the call has for its fields. */
export type Problems = Readonly<Record<string, string>>

const needed: Readonly<Record<CustomDraft['type'], readonly (readonly [field: keyof NewCustomProvider, text: string])[]>> = {
  oidc: [['issuer', draftText.enterIssuer]],
  oauth2: [
    ['authorization_url', draftText.enterAuthorizationURL],
    ['token_url', draftText.enterTokenURL],
    ['userinfo_url', draftText.enterUserInfoURL],
  ],
}

/** Returns what to create, or what has to be filled in first. */
export function readNew(draft: CustomDraft): { readonly input: NewCustomProvider; readonly problems: Problems } {
  const input = inputOf(draft)
  return { input, problems: { ...problemsOf(input), ...linesProblems(draft) } }
}

/** Returns what differs from a provider. */
export function readChange(draft: CustomDraft, provider: CustomProvider): { readonly change: CustomProviderChange; readonly problems: Problems } {
  const { provider_type: _type, identifier: _identifier, client_secret: secret, ...after } = inputOf(draft)
  const before: Readonly<Record<string, unknown>> = inputOf(draftOf(provider))
  const change = Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])))
  // of a secret that stays nothing is known here
  const problems = problemsOf({ ...inputOf(draft), client_secret: secret === '' ? 'kept' : secret })
  return { change: { ...change, ...(secret !== '' && { client_secret: secret }) }, problems: { ...problems, ...linesProblems(draft) } }
}

function problemsOf(input: NewCustomProvider): Record<string, string> {
  const missing = needed[input.provider_type].filter(([field]) => String(input[field] ?? '').trim() === '')
  const issues = NewCustomProvider.safeParse(input).error?.issues ?? []
  return Object.fromEntries([...issues.map(({ path, message }) => [String(path[0]), message]), ...missing])
}

function linesProblems({ mapping, parameters }: CustomDraft): Problems {
  const text = draftText.writeOneNameValue
  return {
    ...(!arePairs(mapping) && { attribute_mapping: text }),
    ...(!arePairs(parameters) && { authorization_params: text }),
  }
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const arePairs = (text: string): boolean => lines(text).every((line) => /^[^=]+=./.test(line))

function pairsOf(text: string): Record<string, string> {
  const pairs = lines(text).map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()] as const)
  return Object.fromEntries(pairs.filter(([name]) => name !== ''))
}

const linesOf = (pairs: Readonly<Record<string, unknown>>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
