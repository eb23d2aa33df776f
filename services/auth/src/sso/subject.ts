import type { Profile } from '@node-saml/node-saml'
import { parseEmailAddress } from '@colonnade/core'
import { AuthError } from '../errors.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import type { SsoProvider } from './provider.ts'

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const emailFormats = new Set(['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', 'urn:oasis:names:tc:SAML:2.0:nameid-format:emailAddress'])
const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id'

/** Names that identity providers give the address, unless the mapping says another. */
const emailAttributes = [
  'email',
  'mail',
  'Email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
]
const claimsMost = 16_384

/** A user as their organization describes them. */
export interface SsoSubject {
  readonly id: string
  readonly email: string
  readonly claims: JsonObject
}

/** @throws AuthError `saml_assertion_no_user_id`, `saml_assertion_no_email` */
export function subjectOf(profile: Profile, { saml }: SsoProvider): SsoSubject {
  const attributes = attributesOf(profile)
  const id = attributes.get(subjectId)?.[0] ?? (profile.nameIDFormat === transient ? undefined : profile.nameID)
  if (id === undefined || id === '' || id.length > 1_024)
    throw new AuthError('saml_assertion_no_user_id', 'SAML Assertion did not contain a persistent Subject Identifier')
  const mapped = mappedClaims(attributes, saml.attribute_mapping?.keys ?? {})
  const { nameID = '', nameIDFormat = '' } = profile
  const own =
    typeof mapped['email'] === 'string'
      ? mapped['email']
      : emailAttributes.map((name) => attributes.get(name)?.[0]).find((value) => value !== undefined)
  const email = parseEmailAddress(own ?? (emailFormats.has(nameIDFormat) ? nameID : ''))
  if (email === null) throw new AuthError('saml_assertion_no_email', 'SAML Assertion does not contain an email address')
  const custom = Object.fromEntries(Object.entries(mapped).filter(([name]) => name !== 'email'))
  if (JSON.stringify(custom).length > claimsMost) throw new AuthError('validation_failed', 'SAML Assertion has too much data about the user')
  const claims = { iss: saml.entity_id, sub: id, email, ...(Object.keys(custom).length > 0 && { custom_claims: custom }) }
  return { id, email, claims }
}

function attributesOf({ attributes }: Profile): ReadonlyMap<string, readonly string[]> {
  const entries = Object.entries(attributes ?? {})
  return new Map(
    entries.map(([name, value]) => [
      name,
      (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
        (each): each is string => typeof each === 'string' && each !== '' && !each.includes('\u0000'),
      ),
    ]),
  )
}

function mappedClaims(
  attributes: ReadonlyMap<string, readonly string[]>,
  keys: NonNullable<NonNullable<SsoProvider['saml']['attribute_mapping']>['keys']>,
): JsonObject {
  const entries = Object.entries(keys).map(([key, { name, names = [], default: fallback, array }]): [string, unknown] => {
    const values = [...(name === undefined ? [] : [name]), ...names]
      .map((each) => attributes.get(each))
      .find((each) => each !== undefined && each.length > 0)
    return [key, values === undefined ? fallback : array === true ? values : values[0]]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null))
}
