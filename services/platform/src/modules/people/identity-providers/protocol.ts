import type { PlatformContext } from '../../../kernel/context.ts'
import { openGithub, openOidc, type Protocol, type ProviderSettings } from '@colonnade/oidc'
import type { ProviderRow } from './store.ts'

/** Asks the provider what it is, where it publishes that. @throws AppError `identity_provider_failed` */
export function openProtocol({ secrets }: Pick<PlatformContext, 'secrets'>, row: ProviderRow): Promise<Protocol> {
  const settings: ProviderSettings = {
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: secrets.open(row.sealed_secret, secretPlace(row.key)),
  }
  return row.kind === 'github' ? openGithub(settings) : openOidc(settings)
}

/** Where the sealed secret is kept, for `secrets`. */
export const secretPlace = (key: string): string => `identity_providers.sealed_secret.${key}`
