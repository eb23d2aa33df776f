import { functionPlans } from '@colonnade/contracts/functions/edge-functions'
import type { FunctionEnvironment, ProjectFunctions } from '@colonnade/projects'
import { makeLegacyKeys } from '../../api/api-keys/legacy-keys.ts'
import { listKeptKeys, placeOf } from '../../api/api-keys/project-keys.ts'
import { listKeptKeys as listSigningKeys } from '../../api/signing-keys/project-keys.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { openFunctionSecrets } from '../function-secrets/service.ts'
import * as store from './store.ts'

type Context = Pick<PlatformContext, 'database' | 'random' | 'secrets' | 'clock'>

/** Returns the environment of all workers of a project. @param apiUrl base address of the project's services */
export async function openEnvironment(ctx: Context, ref: string, apiUrl: string): Promise<FunctionEnvironment> {
  const now = ctx.clock.now()
  const kept = (await listKeptKeys(ctx, ref)).filter(({ expires_at: end }) => end === null || Date.parse(end) > now)
  const keysOf = (wanted: string): Readonly<Record<string, string>> =>
    Object.fromEntries(kept.filter(({ type }) => type === wanted).map((key) => [key.name, ctx.secrets.open(key.sealed_key, placeOf(key.id))]))
  const [publishable, secret] = [keysOf('publishable'), keysOf('secret')]
  const legacy = await makeLegacyKeys(ctx, ref)
  // a legacy key that is off is replaced by the keys that came after it
  const legacyOr = (wanted: string, instead: Readonly<Record<string, string>>): string =>
    legacy.find(({ name, isEnabled }) => name === wanted && isEnabled)?.text ?? instead['default'] ?? Object.values(instead)[0] ?? ''
  const jwks = (await listSigningKeys(ctx, ref)).filter(({ status, public_jwk }) => status !== 'revoked' && public_jwk !== null)
  return {
    ...(await openFunctionSecrets(ctx, ref)),
    SUPABASE_URL: apiUrl,
    SUPABASE_ANON_KEY: legacyOr('anon', publishable),
    SUPABASE_SERVICE_ROLE_KEY: legacyOr('service_role', secret),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify(publishable),
    SUPABASE_SECRET_KEYS: JSON.stringify(secret),
    SUPABASE_JWKS: JSON.stringify({ keys: jwks.map(({ public_jwk }) => public_jwk) }),
  }
}

/** Returns the functions of a project for the functions service; null for an unknown ref. */
export async function findProjectFunctions(ctx: Context, ref: string, apiUrl: string): Promise<ProjectFunctions | null> {
  const plan = await store.findPlan(ctx.database, ref)
  if (plan === undefined) return null
  const { maxFunctions: _most, ...limits } = functionPlans[plan]
  const functions = await store.listDeployed(ctx.database, ref)
  if (functions.length === 0) return { functions, environmentRevision: '', limits }
  const environment = await openEnvironment(ctx, ref, apiUrl)
  return { functions, environmentRevision: ctx.secrets.sign('function environment', JSON.stringify(environment)), limits }
}
