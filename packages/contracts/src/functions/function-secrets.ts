import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** Secrets that one project can have. */
export const functionSecretsMost = 100
export const secretNameMost = 256
export const secretValueMost = 24_576

/** Variables that every function has besides the project's secrets. */
export const defaultVariables = [
  'SUPABASE_URL',
  'SUPABASE_ANON_KEY',
  'SUPABASE_SERVICE_ROLE_KEY',
  'SUPABASE_DB_URL',
  'SUPABASE_PUBLISHABLE_KEYS',
  'SUPABASE_SECRET_KEYS',
  'SUPABASE_JWKS',
  'SUPABASE_FUNCTION_SLUG',
  'SB_REGION',
  'SB_EXECUTION_ID',
  'DENO_DEPLOYMENT_ID',
  'COLONNADE_FUNCTION_VERSION',
] as const

/** `SecretResponse` of the management API of Supabase. */
export const FunctionSecret = z.object({
  name: z.string(),
  /** SHA-256 of its value, hex: values are never shown. */
  value: z.string(),
  updated_at: Timestamp,
})
export type FunctionSecret = z.infer<typeof FunctionSecret>

/** Names that the environment of workers has for itself. */
const kept = /^(?:SUPABASE_|DENO_)/
const own: readonly string[] = defaultVariables

const SecretName = z
  .string()
  .min(1, 'Give the secret a name')
  .max(secretNameMost, `Use at most ${secretNameMost} characters in the name of a secret`)
  .superRefine((name, context) => {
    const issue = (message: string): void => context.addIssue({ code: 'custom', message })
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      const prefix = kept.exec(name)?.[0]
      if (prefix !== undefined) issue(`Names of secrets can't begin with ${prefix}: ${name}`)
      else if (own.includes(name)) issue(`Every function has a variable ${name} already`)
    } else if (name !== '') issue('Begin the name of a secret with a letter or an underscore, and use letters, digits and underscores')
  })

const SecretInput = z.object({
  name: SecretName,
  value: z
    .string()
    .max(secretValueMost, `Use at most ${secretValueMost.toLocaleString('en')} characters in the value of a secret`)
    // oxlint-disable-next-line no-control-regex -- NUL is what this refuses
    .regex(/^[^\u0000]*$/, 'Leave out NUL characters in the value of a secret')
    .refine((text) => text.isWellFormed(), 'Leave out half characters (a surrogate without its other half)'),
})
export type SecretInput = z.infer<typeof SecretInput>

const all = { auth: 'user', permission: 'project_edge_function:all', needs: 'machine' } as const

/** What functions see in their environment besides the variables that every function has. New values reach them within a second, without a deploy. */
export const functionSecrets = resource('/v1/projects/{ref}/secrets', {
  list: get('/', { ...all, summary: 'List the secrets of edge functions, without their values', reply: z.array(FunctionSecret) }),
  set: post('/', {
    ...all,
    summary: 'Set secrets of edge functions; others stay as they are',
    audit: 'project.function_secrets_set',
    body: z.array(SecretInput).min(1, 'Give at least one secret').max(functionSecretsMost, `A project can have ${functionSecretsMost} secrets`),
    bodyLimitBytes: 6 * functionSecretsMost * secretValueMost,
    reply: z.array(FunctionSecret),
    status: 201,
    errors: ['too_many_function_secrets'],
  }),
  remove: remove('/', {
    ...all,
    summary: 'Delete secrets of edge functions; names that there are not are left out',
    audit: 'project.function_secrets_deleted',
    body: z.array(z.string().max(secretNameMost)).min(1, 'Name at least one secret').max(1_000),
    reply: z.array(FunctionSecret),
  }),
})
