import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'
import { findTemplateProblem } from './mail-template.ts'
import { messageFields } from './message-fields.ts'
import { providerFields } from './provider-fields.ts'
import type { SettingField, ValueOf } from './setting-field.ts'
import { signInFields } from './sign-in-fields.ts'

/**
 * All settings of a project's auth service by their names in Supabase's management API (`AuthConfigResponse` of supabase-management-js), and our
 * additions.
 */
export const authFields = { ...signInFields, ...providerFields, ...messageFields }
export type AuthSettingName = keyof typeof authFields
export const authSettingNames = Object.keys(authFields) as readonly AuthSettingName[]
/** Returns the definition of a setting; undefined for an unknown name. */
export const authFieldOf = (name: string): SettingField | undefined =>
  Object.hasOwn(authFields, name) ? authFields[name as AuthSettingName] : undefined

/** All settings of a project including secrets, for the service itself. An unset string is empty. */
export type AuthSettings = { readonly [Name in AuthSettingName]: ValueOf<(typeof authFields)[Name]> }

export const isSecretSetting = (name: string): boolean => {
  const field = authFieldOf(name)
  return field !== undefined && 'isSecret' in field && field.isSecret
}
export const secretSettingNames = authSettingNames.filter(isSecretSetting)

/** Settings of a new project. */
export const authDefaults = Object.fromEntries(authSettingNames.map((name) => [name, authFields[name].default])) as unknown as AuthSettings

/** Fills in the defaults of unchanged settings. */
export const completeAuthSettings = (differences: Readonly<Record<string, boolean | number | string>>): AuthSettings => ({
  ...authDefaults,
  ...(differences as Partial<AuthSettings>),
})

/** The placeholder that represents a secret. Tools send it back unchanged. */
const hashForm = /^[0-9a-f]{64}$/

/** Returns the problem with a new value of the right type, or null. An empty string is always valid. */
export function findValueProblem(name: AuthSettingName, value: string): string | null {
  const field: SettingField = authFields[name]
  if (value === '') return null
  if (field.kind === 'template') return findTemplateProblem(value, field)
  return 'findProblem' in field ? field.findProblem(value) : null
}

/** Returns the schema of a new value of a setting. */
export function authSettingChange(name: AuthSettingName): z.ZodType {
  const field: SettingField = authFields[name]
  switch (field.kind) {
    case 'boolean':
      return z.boolean().nullable()
    case 'integer':
      return z.number().int().min(field.min).max(field.max).nullable()
    case 'number':
      return z.number().min(field.min).max(field.max).nullable()
    case 'choice':
      return z.enum([...field.choices, '']).nullable()
    default:
      return Text(field.maxLength)
        .superRefine((text, context) => {
          const message = isSecretSetting(name) && hashForm.test(text) ? null : findValueProblem(name, text)
          if (message !== null) context.addIssue({ code: 'custom', message })
        })
        .nullable()
  }
}

function shownAs(name: AuthSettingName): z.ZodType {
  const field: SettingField = authFields[name]
  if (field.kind === 'boolean') return z.boolean()
  if (field.kind === 'integer' || field.kind === 'number') return z.number()
  return field.kind === 'choice' ? z.enum(field.choices).nullable() : z.string().nullable()
}

type Shown = { readonly [Name in AuthSettingName]: AuthSettings[Name] | (AuthSettings[Name] extends string ? null : never) }
type Changes = { readonly [Name in AuthSettingName]?: AuthSettings[Name] | (AuthSettings[Name] extends string | null ? '' | null : null) | undefined }

const objectOf = (describe: (name: AuthSettingName) => z.ZodType) => Object.fromEntries(authSettingNames.map((name) => [name, describe(name)]))

/**
 * The settings as Supabase tools read them. A secret is `null` if unset; otherwise its hex HMAC-SHA256, keyed with the project's ref, for members
 * who can change it.
 */
export const AuthConfig = z.object({
  ...objectOf(shownAs),
  /** Increases with each change. Use it with If-Match. */
  revision: z.number().int(),
}) as unknown as z.ZodType<Shown & { readonly revision: number }>
export type AuthConfig = z.infer<typeof AuthConfig>

/**
 * Any subset of the settings. `null` or an empty string resets a setting. A secret sent as its hash stays unchanged, so that tools can send back
 * what they read.
 */
export const AuthConfigChanges = z.object(objectOf(authSettingChange)).partial() as unknown as z.ZodType<Changes>
export type AuthConfigChanges = z.infer<typeof AuthConfigChanges>

/** The last change of a setting. */
export const AuthSettingChange = z.object({
  changed_at: Timestamp,
  /** null if the account was deleted. */
  changed_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type AuthSettingChange = z.infer<typeof AuthSettingChange>

/** The settings as the dashboard shows them. Compare with `authDefaults` to find changes. */
export const AuthOverview = z.object({
  revision: z.number().int(),
  /** Without secrets. */
  values: z.object(objectOf(shownAs)).partial() as unknown as z.ZodType<Partial<Shown>>,
  /** True for each secret that is set, by name. */
  secrets: z.record(z.string(), z.boolean()),
  /** Settings that were changed since the project was created, by name. */
  changes: z.record(z.string(), AuthSettingChange),
  /** Source of leaked passwords besides the built-in list: a file of this installation, or Have I Been Pwned. */
  leaked_passwords: z.enum(['file', 'service']),
})
export type AuthOverview = z.infer<typeof AuthOverview>

/** `"7"`: the revision that a change is based on. */
const IfMatch = z.object({
  'if-match': z
    .string()
    .regex(/^(?:W\/)?"\d{1,10}"$/, 'Enter the revision in quotes, such as "7"')
    .optional(),
})

/** Settings of a project's auth service. Available while the project is asleep or paused. */
export const authSettings = resource('/v1/projects/{ref}/config/auth', {
  retrieve: get('/', {
    summary: 'Retrieve the auth settings. Members who can change secrets see them as hashes',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: AuthConfig,
  }),
  update: patch('/', {
    summary: 'Update auth settings. Applies from the next request',
    auth: 'user',
    permission: 'project_auth:all',
    needs: 'machine',
    audit: 'project.auth_settings_changed',
    headers: IfMatch,
    body: AuthConfigChanges,
    bodyLimitBytes: 1_048_576,
    reply: AuthConfig,
    errors: ['auth_settings_changed'],
  }),
})

/** Additional details for the dashboard. */
export const authOverviews = resource('/platform/auth/{ref}/config', {
  retrieve: get('/', {
    summary: 'Retrieve the auth settings, which secrets are set, and who made the last changes',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: AuthOverview,
  }),
})
