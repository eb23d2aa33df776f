import {
  CustomProvider,
  type CustomProviderChange,
  isCustomIdentifier,
  type IssuerDiscovery,
  type NewCustomProvider,
} from '@colonnade/contracts/auth/custom-providers'
import { AppError } from '@colonnade/core'
import type { z } from 'zod'
import { type Asking, callAuth } from '../users/auth-calls.ts'
import { change, type Changing } from '../users/change.ts'

const path = '/admin/custom-providers'
const errors = { conflict: 'custom_provider_exists', custom_provider_not_found: 'custom_provider_not_found' } as const

export async function listCustomProviders(asking: Asking): Promise<{ items: CustomProvider[] }> {
  const { providers } = await callAuth<{ providers: unknown[] }>(asking, { method: 'GET', path })
  return { items: providers.map((each) => CustomProvider.parse(each)) }
}

/** @throws AppError `invalid_input` with the auth service's message */
export function discoverIssuer(asking: Asking, { issuer, discovery_url: url }: { issuer: string; discovery_url?: string | undefined }) {
  return callAuth<IssuerDiscovery>(asking, { method: 'GET', path: '/admin/discovery', query: { issuer, discovery_url: url } })
}

/** @throws AppError `custom_provider_exists`, `invalid_input`, also when the issuer can't be looked up */
export async function createCustomProvider(changing: Changing, body: NewCustomProvider): Promise<CustomProvider> {
  const details = { identifier: body.identifier, name: body.name }
  return CustomProvider.parse(await change(changing, { method: 'POST', path, body, errors }, () => details))
}

/** @throws AppError `custom_provider_not_found`, `invalid_input` */
export async function updateCustomProvider(
  changing: Changing,
  identifier: string,
  body: z.output<typeof CustomProviderChange>,
): Promise<CustomProvider> {
  const details = { identifier, fields: Object.keys(body), ...(body.enabled !== undefined && { enabled: body.enabled }) }
  return CustomProvider.parse(await change(changing, { method: 'PUT', path: pathOf(identifier), body, errors }, () => details))
}

/** @throws AppError `custom_provider_not_found` */
export function removeCustomProvider(changing: Changing, identifier: string): Promise<undefined> {
  return change(changing, { method: 'DELETE', path: pathOf(identifier), errors }, () => ({ identifier }))
}

function pathOf(identifier: string): string {
  if (!isCustomIdentifier(identifier)) throw new AppError('custom_provider_not_found', { identifier: identifier.slice(0, 50) })
  return `${path}/${encodeURIComponent(identifier)}`
}
