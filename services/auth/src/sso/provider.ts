import type { Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'

/** Where an identity provider has what we want to know of a user. */
export interface AttributeMapping {
  readonly keys?: Readonly<
    Record<
      string,
      {
        readonly name?: string | undefined
        readonly names?: readonly string[] | undefined
        readonly default?: unknown
        readonly array?: boolean | undefined
      }
    >
  >
}

/** An identity provider of an organization. */
export interface SsoProvider {
  readonly id: string
  readonly resource_id: string | null
  readonly disabled: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly domains: readonly string[]
  readonly saml: {
    readonly entity_id: string
    readonly metadata_xml: string
    readonly metadata_url: string | null
    readonly attribute_mapping: AttributeMapping | null
    readonly name_id_format: string | null
  }
}

/** @param condition of `p`, a row of auth.sso_providers, with `m`, its row of auth.saml_providers */
export function findSsoProviders(db: Queryable, condition: Fragment): Promise<{ provider: SsoProvider }[]> {
  return db.rows<{ provider: SsoProvider }>(sql`
    select jsonb_build_object('id', p.id, 'resource_id', p.resource_id, 'disabled', coalesce(p.disabled, false), 'created_at', p.created_at, 'updated_at', p.updated_at,
      'domains', (select coalesce(jsonb_agg(d.domain order by d.domain), '[]') from auth.sso_domains d where d.sso_provider_id = p.id),
      'saml', jsonb_build_object('entity_id', m.entity_id, 'metadata_xml', m.metadata_xml, 'metadata_url', m.metadata_url,
        'attribute_mapping', m.attribute_mapping, 'name_id_format', m.name_id_format)) as provider
    from auth.sso_providers p join auth.saml_providers m on m.sso_provider_id = p.id where ${condition} order by p.created_at, p.id`)
}

/** Returns the client-facing form. */
export function ssoProviderJson({ id, resource_id, disabled, created_at, updated_at, domains, saml }: SsoProvider, isWhole = true): object {
  const { entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format } = saml
  return {
    id,
    ...(resource_id !== null && { resource_id }),
    disabled,
    saml: {
      entity_id,
      ...(isWhole && { metadata_xml }),
      ...(metadata_url !== null && { metadata_url }),
      ...(attribute_mapping !== null && { attribute_mapping }),
      ...(name_id_format !== null && { name_id_format }),
    },
    domains: domains.map((domain) => ({ domain })),
    created_at,
    updated_at,
  }
}

/** @throws AuthError `saml_provider_disabled` */
export function requireSaml({ settings }: AuthCall): void {
  if (!settings.saml_enabled) throw new AuthError('saml_provider_disabled', 'SAML 2.0 is disabled')
}
