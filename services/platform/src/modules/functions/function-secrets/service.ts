import { type FunctionSecret, functionSecretsMost, type SecretInput } from '@colonnade/contracts/functions/function-secrets'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import { createHash } from 'node:crypto'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import * as store from './store.ts'
import { messages } from '../messages.ts'

type Context = Pick<PlatformContext, 'database' | 'secrets'>

interface Change {
  readonly ctx: Context
  readonly scope: ProjectScope
  readonly audit: AuditRecorder<Transaction>
}

const placeOf = (ref: string, name: string): string => `function_secrets.sealed_value.${ref}.${name}`

export function listFunctionSecrets({ database }: Pick<Context, 'database'>, { ref }: ProjectScope): Promise<FunctionSecret[]> {
  return showSecrets(database, ref)
}

/** @throws AppError `too_many_function_secrets` */
export async function setFunctionSecrets({ ctx, scope, audit }: Change, wanted: readonly SecretInput[]): Promise<FunctionSecret[]> {
  const { ref, organizationId } = scope
  // the last one of a name wins
  const values = new Map(wanted.map(({ name, value }) => [name, value]))
  return ctx.database.transaction(async (tx) => {
    await store.lockSecrets(tx, ref)
    for (const [name, value] of values) await keepSecret(ctx, tx, ref, name, value)
    const kept = await showSecrets(tx, ref)
    if (kept.length > functionSecretsMost) {
      const message = messages.tooManySecrets(functionSecretsMost)
      throw new AppError('too_many_function_secrets', { max: functionSecretsMost }, { message })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { names: [...values.keys()] } })
    return kept
  })
}

export async function deleteFunctionSecrets(
  { ctx, scope: { ref, organizationId }, audit, unchanged }: Change & { readonly unchanged: () => void },
  names: readonly string[],
): Promise<FunctionSecret[]> {
  return ctx.database.transaction(async (tx) => {
    await store.lockSecrets(tx, ref)
    const deleted = await store.deleteSecrets(tx, ref, names)
    if (deleted.length === 0) unchanged()
    else await audit(tx, { organizationId, projectRef: ref, details: { names: deleted } })
    return showSecrets(tx, ref)
  })
}

/** Returns the values by name, for workers only. */
export async function openFunctionSecrets(
  { database, secrets }: { readonly database: Queryable } & Pick<Context, 'secrets'>,
  ref: string,
): Promise<Readonly<Record<string, string>>> {
  const kept = await store.listSecrets(database, ref)
  return Object.fromEntries(kept.map(({ name, sealed_value: sealed }) => [name, secrets.open(sealed, placeOf(ref, name))]))
}

/** Copies the secrets of a project to a new one. */
export async function copyFunctionSecrets(
  ctx: Pick<Context, 'secrets'>,
  tx: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const [name, value] of Object.entries(await openFunctionSecrets({ ...ctx, database: tx }, from))) await keepSecret(ctx, tx, to, name, value)
}

async function keepSecret({ secrets }: Pick<Context, 'secrets'>, tx: Queryable, ref: string, name: string, value: string): Promise<void> {
  const digest = createHash('sha256').update(value).digest('hex')
  await store.setSecret(tx, ref, { name, sealedValue: secrets.seal(value, placeOf(ref, name)), digest })
}

async function showSecrets(db: Queryable, ref: string): Promise<FunctionSecret[]> {
  return (await store.listSecrets(db, ref)).map(({ sealed_value: _sealed, ...secret }) => secret)
}
