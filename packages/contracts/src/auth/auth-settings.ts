import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'
import { findTemplateProblem } from './mail-template.ts'
import { messageFields } from './message-fields.ts'
import { providerFields } from './provider-fields.ts'
import type { SettingField, ValueOf } from './setting-field.ts'
import { signInFields } from './sign-in-fields.ts'

/**
 * Every setting of a project's auth service, by its name in the management API of Supabase (`AuthConfigResponse` of supabase-management-js), and
 * those that are newer.
 */
export const authFields = { ...signInFields, ...providerFields, ...messageFields }
export type AuthSettingName = keyof typeof authFields
export const authSettingNames = Object.keys(authFields) as readonly AuthSettingName[]
/** Its description; undefined for a name that no setting has. */
export const authFieldOf = (name: string): SettingField | undefined =>
  Object.hasOwn(authFields, name) ? authFields[name as AuthSettingName] : undefined

/** All settings of a project, secrets included: for the service itself. A text that isn't set is empty. */
export type AuthSettings = { readonly [Name in AuthSettingName]: ValueOf<(typeof authFields)[Name]> }

export const isSecretSetting = (name: string): boolean => {
  const field = authFieldOf(name)
  return field !== undefined && 'isSecret' in field && field.isSecret
}
export const secretSettingNames = authSettingNames.filter(isSecretSetting)

/** What a project has that has changed nothing. */
export const authDefaults = Object.fromEntries(authSettingNames.map((name) => [name, authFields[name].default])) as unknown as AuthSettings

/** Adds the defaults to what differs from them. */
export const completeAuthSettings = (differences: Readonly<Record<string, boolean | number | string>>): AuthSettings => ({
  ...authDefaults,
  ...(differences as Partial<AuthSettings>),
})

/** A secret as it is shown: tools send it back in place of the secret. */
const hashForm = /^[0-9a-f]{64}$/

/** Returns what is wrong with a new value that has the right type, or null. An empty text is always right. */
export function findValueProblem(name: AuthSettingName, value: string): string | null {
  const field: SettingField = authFields[name]
  if (value === '') return null
  if (field.kind === 'template') return findTemplateProblem(value, field)
  return 'findProblem' in field ? field.findProblem(value) : null
}

/** Describes a new value of one setting. */
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
 * The settings as tools of the ecosystem read them. In place of a secret, `null` where none is set, and else its HMAC-SHA256 in hex with the
 * project's ref as key, for those who can change it.
 */
export const AuthConfig = z.object({
  ...objectOf(shownAs),
  /** Grows with each change: for If-Match. */
  revision: z.number().int(),
}) as unknown as z.ZodType<Shown & { readonly revision: number }>
export type AuthConfig = z.infer<typeof AuthConfig>

/**
 * Some settings. `null` or an empty text resets a setting. A secret that is sent as its hash stays as it is, so that tools can send back what they
 * read.
 */
export const AuthConfigChanges = z.object(objectOf(authSettingChange)).partial() as unknown as z.ZodType<Changes>
export type AuthConfigChanges = z.infer<typeof AuthConfigChanges>

/** Who changed a setting last. */
export const AuthSettingChange = z.object({
  changed_at: Timestamp,
  /** null for somebody whose account was deleted. */
  changed_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type AuthSettingChange = z.infer<typeof AuthSettingChange>

/** The settings as the dashboard shows them. `authDefaults` says what differs. */
export const AuthOverview = z.object({
  revision: z.number().int(),
  /** Without secrets. */
  values: z.object(objectOf(shownAs)).partial() as unknown as z.ZodType<Partial<Shown>>,
  /** Of each secret by its name, whether it is set. */
  secrets: z.record(z.string(), z.boolean()),
  /** By the names of settings that were changed since the project was created. */
  changes: z.record(z.string(), AuthSettingChange),
  /** What leaked passwords are compared with beside the most common ones: a file of this installation, or the service of Have I Been Pwned. */
  leaked_passwords: z.enum(['file', 'service']),
})
export type AuthOverview = z.infer<typeof AuthOverview>

/** `"7"`: the revision that a change is based on. */
const IfMatch = z.object({
  'if-match': z
    .string()
    .regex(/^(?:W\/)?"\d{1,10}"$/, 'Use the revision in quotes, such as "7"')
    .optional(),
})

/** How the auth service of a project is configured. All of it works while the project is asleep or paused. */
export const authSettings = resource('/v1/projects/{ref}/config/auth', {
  retrieve: get('/', {
    summary: 'Show the settings of the auth service; secrets as hashes, for those who can change them',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: AuthConfig,
  }),
  update: patch('/', {
    summary: 'Change settings of the auth service; they hold from the next request',
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

/** What the dashboard knows besides. */
export const authOverviews = resource('/platform/auth/{ref}/config', {
  retrieve: get('/', {
    summary: 'Show the settings of the auth service, which secrets are set, and who changed what',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: AuthOverview,
  }),
})
