import { isAppError } from '@colonnade/core'
import { ask, NoAnswer } from '@colonnade/outbound'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { problemOfAddress } from '../providers/provider-addresses.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, Line, OptionalLine } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import { type IdpMetadata, readIdpMetadata } from '../sso/metadata.ts'
import { findSsoProviders, requireSaml, type SsoProvider, ssoProviderJson } from '../sso/provider.ts'

const deadlineMs = 10_000
const bytesMost = 512 * 1024

const Domain = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i, 'must be a domain, such as example.com')
const Fields = z.object({
  type: OptionalLine,
  metadata_url: OptionalLine,
  metadata_xml: z.string().max(bytesMost).nullish(),
  domains: z.array(Domain).max(100).nullish(),
  attribute_mapping: z
    .object({
      keys: z
        .record(
          z.string().max(100),
          z.object({
            name: Line.optional(),
            names: z.array(Line).max(20).optional(),
            default: z.unknown().optional(),
            array: z.boolean().optional(),
          }),
        )
        .optional(),
    })
    .nullish(),
  name_id_format: OptionalLine,
  resource_id: OptionalLine,
  disabled: z.boolean().nullish(),
})
type Fields = z.output<typeof Fields>

export async function listSsoProviders(call: AuthCall): Promise<AuthReply> {
  requireSaml(call)
  const { query } = call.request
  const [exact, prefix] = [query.get('resource_id'), query.get('resource_id_prefix')]
  const condition =
    exact === null ? sql`starts_with(coalesce(p.resource_id, ''), ${prefix ?? ''})` : sql`lower(p.resource_id) = ${exact.toLowerCase()}`
  const found = await findSsoProviders(await call.database(), condition)
  return { json: { items: found.map(({ provider }) => ssoProviderJson(provider, false)) } }
}

export async function retrieveSsoProvider(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  requireSaml(call)
  return { json: ssoProviderJson(await load(call, id!)) }
}

export async function createSsoProvider(call: AuthCall): Promise<AuthReply> {
  requireSaml(call)
  const fields = await bodyOf(call.request, Fields)
  if (fields.type !== 'saml') throw new AuthError('validation_failed', "Only 'saml' supported for SSO provider type")
  const metadata = await metadataOf(call, fields)
  if (metadata === null) throw new AuthError('validation_failed', 'Either metadata_xml or metadata_url must be set')
  const id = randomUUID()
  const database = await call.database()
  await database.transaction((tx) =>
    telling(async () => {
      await tx.run(sql`
        insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
        values (${id}::uuid, ${fields.resource_id ?? null}, ${fields.disabled ?? false}, now(), now())`)
      await tx.run(sql`
        insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format, created_at, updated_at)
        values (gen_random_uuid(), ${id}::uuid, ${metadata.told.entityId}, ${metadata.xml}, ${fields.metadata_url ?? null},
          ${fields.attribute_mapping == null ? null : JSON.stringify(fields.attribute_mapping)}::jsonb, ${fields.name_id_format ?? null}, now(), now())`)
      await setDomains(tx, id, fields.domains ?? [])
    }),
  )
  return { status: 201, json: ssoProviderJson(await load(call, id)) }
}

/** Changes what is given. The identity provider stays the same one: its users belong to it. */
export async function updateSsoProvider(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  requireSaml(call)
  const fields = await bodyOf(call.request, Fields)
  const known = await load(call, id!)
  const metadata = await metadataOf(call, fields)
  if (metadata !== null && metadata.told.entityId !== known.saml.entity_id) {
    throw new AuthError(
      'saml_entity_id_mismatch',
      `SAML Metadata can be updated only if the SAML EntityID matches for the provider; expected '${known.saml.entity_id}'`,
    )
  }
  const database = await call.database()
  await database.transaction((tx) =>
    telling(async () => {
      await tx.run(sql`
        update auth.sso_providers set updated_at = now(), resource_id = coalesce(${fields.resource_id ?? null}, resource_id), disabled = coalesce(${fields.disabled ?? null}, disabled)
        where id = ${known.id}::uuid`)
      await tx.run(sql`
        update auth.saml_providers set updated_at = now(), metadata_xml = coalesce(${metadata?.xml ?? null}, metadata_xml),
          metadata_url = coalesce(${fields.metadata_url ?? null}, metadata_url),
          attribute_mapping = coalesce(${fields.attribute_mapping == null ? null : JSON.stringify(fields.attribute_mapping)}::jsonb, attribute_mapping),
          name_id_format = coalesce(${fields.name_id_format ?? null}, name_id_format)
        where sso_provider_id = ${known.id}::uuid`)
      if (fields.domains != null) await setDomains(tx, known.id, fields.domains)
    }),
  )
  return { json: ssoProviderJson(await load(call, known.id)) }
}

/** Deletes the provider. Its users stay, but can no longer sign in with it. */
export async function removeSsoProvider(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  requireSaml(call)
  const known = await load(call, id!)
  const database = await call.database()
  await database.run(sql`delete from auth.sso_providers where id = ${known.id}::uuid`)
  return { json: ssoProviderJson(known) }
}

async function load(call: AuthCall, id: string): Promise<SsoProvider> {
  const resource = /^resource_(.+)$/.exec(id)?.[1]
  const isId = z.uuid().safeParse(id).success
  const condition = resource === undefined ? sql`p.id = ${isId ? id : null}::uuid` : sql`lower(p.resource_id) = ${resource.toLowerCase()}`
  const [found] = await findSsoProviders(await call.database(), condition)
  if (found === undefined) throw new AuthError('sso_provider_not_found', 'No SSO Identity Provider found for that UUID')
  return found.provider
}

/** Asked for where an address is given, before anything is kept. */
async function metadataOf(call: AuthCall, { metadata_xml: given, metadata_url: url }: Fields): Promise<{ xml: string; told: IdpMetadata } | null> {
  const xml = given != null && given !== '' ? given : url === undefined ? null : await fetchMetadata(call, url)
  return xml === null ? null : { xml, told: readIdpMetadata(xml, (address) => problemOfAddress(call, address)) }
}

async function fetchMetadata(call: AuthCall, url: string): Promise<string> {
  const problem = problemOfAddress(call, url)
  if (problem !== null) throw new AuthError('validation_failed', `metadata_url: ${problem}`)
  try {
    const { status, body, isCut } = await ask({ url, method: 'GET', arePrivateAllowed: call.outbound.arePrivateAllowed, deadlineMs, bytesMost })
    if (status === 200 && !isCut) return body.toString('utf8')
    throw new AuthError('saml_metadata_fetch_failed', `metadata_url returned ${status}${isCut ? ', with too much data' : ''}`)
  } catch (error) {
    if (error instanceof NoAnswer) throw new AuthError('saml_metadata_fetch_failed', `metadata_url: ${error.message}`, { cause: error })
    throw error
  }
}

async function setDomains(tx: Transaction, id: string, domains: readonly string[]): Promise<void> {
  await tx.run(sql`delete from auth.sso_domains where sso_provider_id = ${id}::uuid`)
  for (const domain of new Set(domains.map((each) => each.toLowerCase()))) {
    await tx.run(sql`
      insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at) values (gen_random_uuid(), ${id}::uuid, ${domain}, now(), now())`)
  }
}

/** Says what somebody else has already. */
async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isAppError(error, 'unique_violation')) throw error
    const constraint = String(error.details['constraint'] ?? '')
    if (/domain/.test(constraint))
      throw new AuthError('sso_domain_already_exists', 'The domain is already assigned to an SSO provider', { cause: error })
    if (/entity/.test(constraint))
      throw new AuthError('saml_idp_already_exists', 'SAML Identity Provider with this EntityID already exists', { cause: error })
    throw new AuthError('conflict', 'An SSO provider with this resource_id already exists', { cause: error })
  }
}
