import type { FunctionSecret } from '@colonnade/contracts/functions/function-secrets'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import * as store from './store.ts'

type Context = Pick<PlatformContext, 'database' | 'secrets'>

const placeOf = (ref: string, name: string): string => `function_secrets.sealed_value.${ref}.${name}`

export async function listFunctionSecrets({ database }: Pick<Context, 'database'>, { ref }: ProjectScope): Promise<FunctionSecret[]> {
  return (await store.listSecrets(database, ref)).map(({ sealed_value: _sealed, ...secret }) => secret)
}

/** The values by their names, for workers alone. */
export async function openFunctionSecrets({ database, secrets }: Context, ref: string): Promise<Readonly<Record<string, string>>> {
  const kept = await store.listSecrets(database, ref)
  return Object.fromEntries(kept.map(({ name, sealed_value: sealed }) => [name, secrets.open(sealed, placeOf(ref, name))]))
}
