import type { Queryable } from '@colonnade/pg'
import type { AuthConfiguration } from '@colonnade/projects'
import type { PlatformContext } from '../../../kernel/context.ts'
import * as store from './store.ts'

type Sealing = Pick<PlatformContext, 'secrets'>

/** Secrets by their names in `config/auth`. */
export type AuthSecrets = Readonly<Record<string, string>>

const placeOf = (ref: string): string => `auth_settings.sealed_secrets.${ref}`

export function openSecrets({ secrets }: Sealing, ref: string, sealed: string | null): AuthSecrets {
  return sealed === null ? {} : (JSON.parse(secrets.open(sealed, placeOf(ref))) as AuthSecrets)
}

export function sealSecrets({ secrets }: Sealing, ref: string, values: AuthSecrets): string | null {
  return Object.keys(values).length === 0 ? null : secrets.seal(JSON.stringify(values), placeOf(ref))
}

/** Returns values other than the defaults for the service itself, with secrets. */
export async function openAuthSettings(ctx: Sealing & { readonly database: Queryable }, ref: string): Promise<AuthConfiguration> {
  const kept = await store.findKeptSettings(ctx.database, ref)
  if (!kept) return { revision: 0, settings: {} }
  return { revision: kept.revision, settings: { ...kept.settings, ...openSecrets(ctx, ref, kept.sealed_secrets) } }
}

/** Settings that send mail out of the project: its mail server, or a hook that sends mail. Without them, mail stays in the inbox. */
const isOfSending = (name: string): boolean => /^(?:smtp_(?!max_frequency$)|hook_send_email_)/.test(name)

/** Copies the settings of a project to a new one, with secrets; `withSending` includes those that send mail. */
export async function copyAuthSettings(
  ctx: Sealing,
  tx: Queryable,
  { from, to, withSending }: { readonly from: string; readonly to: string; readonly withSending: boolean },
): Promise<void> {
  const kept = await store.findKeptSettings(tx, from)
  if (!kept) return
  const copied = <V>(values: Readonly<Record<string, V>>): Readonly<Record<string, V>> =>
    withSending ? values : Object.fromEntries(Object.entries(values).filter(([name]) => !isOfSending(name)))
  const sealed = sealSecrets(ctx, to, copied(openSecrets(ctx, from, kept.sealed_secrets)))
  await store.insertKeptSettings(tx, to, { ...kept, settings: copied(kept.settings), sealed_secrets: sealed })
}
