import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** Most secrets of a project. */
export const functionSecretsMost = 100
export const secretNameMost = 256
export const secretValueMost = 24_576

/** Environment variables of every function, besides the project's secrets. */
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

/** `SecretResponse` of Supabase's management API. */
export const FunctionSecret = z.object({
  name: z.string(),
  /** Hex SHA-256 of the value. Values are never shown. */
  value: z.string(),
  updated_at: Timestamp,
})
export type FunctionSecret = z.infer<typeof FunctionSecret>

/** Names that are reserved for the worker environment. */
const kept = /^(?:SUPABASE_|DENO_)/
const own: readonly string[] = defaultVariables

const SecretName = z
  .string()
  .min(1, 'Enter a name for the secret')
  .max(secretNameMost, `Use at most ${secretNameMost} characters in a secret's name`)
  .superRefine((name, context) => {
    const issue = (message: string): void => context.addIssue({ code: 'custom', message })
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      const prefix = kept.exec(name)?.[0]
      if (prefix !== undefined) issue(`Secret names can't start with ${prefix}: ${name}`)
      else if (own.includes(name)) issue(`${name} is a built-in variable. Use another name`)
    } else if (name !== '') issue('Start a secret’s name with a letter or an underscore, and use letters, digits and underscores')
  })

const SecretInput = z.object({
  name: SecretName,
  value: z
    .string()
    .max(secretValueMost, `Use at most ${secretValueMost.toLocaleString('en')} characters in a secret's value`)
    // oxlint-disable-next-line no-control-regex -- this refuses NUL
    .regex(/^[^\u0000]*$/, 'Remove NUL characters from the secret’s value')
    .refine((text) => text.isWellFormed(), 'Remove incomplete characters (unpaired surrogates)'),
})
export type SecretInput = z.infer<typeof SecretInput>

const all = { auth: 'user', permission: 'project_edge_function:all', needs: 'machine' } as const

/** Secrets in the environment of edge functions. New values apply within a second, without a deployment. */
export const functionSecrets = resource('/v1/projects/{ref}/secrets', {
  list: get('/', { ...all, summary: 'List secrets, without their values', reply: z.array(FunctionSecret) }),
  set: post('/', {
    ...all,
    summary: 'Set secrets. Other secrets stay unchanged',
    audit: 'project.function_secrets_set',
    body: z
      .array(SecretInput)
      .min(1, 'Enter at least one secret')
      .max(functionSecretsMost, `A project can have at most ${functionSecretsMost} secrets`),
    bodyLimitBytes: 6 * functionSecretsMost * secretValueMost,
    reply: z.array(FunctionSecret),
    status: 201,
    errors: ['too_many_function_secrets'],
  }),
  remove: remove('/', {
    ...all,
    summary: 'Delete secrets. Unknown names are ignored',
    audit: 'project.function_secrets_deleted',
    body: z.array(z.string().max(secretNameMost)).min(1, 'Enter the name of at least one secret').max(1_000),
    reply: z.array(FunctionSecret),
  }),
})
