import { formatNumber } from '../../lib/bytes.ts'
import { functionSecretsMost, secretNameMost, secretValueMost } from '@colonnade/contracts/functions/function-secrets'

export const pageText = {
  title: 'Secrets',
  description: 'Functions read these as environment variables. Values are encrypted and never shown again.',
  empty: { title: 'No secrets yet', text: 'Add the keys and passwords your functions need, so they stay out of your code.' },
  noRight: { title: 'You don’t have access', text: 'Ask an owner of the organization for a role that can edit functions.' },
  loading: 'Loading secrets',
  loadFailed: 'Failed to load secrets',
  branch: 'This branch has its own secrets. They were copied when the branch was created. Changes here don’t affect other branches.',
  drains: 'Running functions finish their requests with the old values. New requests see the new ones within seconds.',
} as const

export const digestText = {
  label: 'Digest',
  hint: 'SHA-256 of the value. Compare it with yours: printf %s "$VALUE" | sha256sum',
} as const

export const nameProblems = {
  missing: 'Enter a name',
  wrong: (name: string) => `“${name}” isn’t a valid name. Use letters, digits and underscores, and start with a letter or underscore.`,
  reserved: (name: string) => `Names that start with ${name.startsWith('DENO_') ? 'DENO_' : 'SUPABASE_'} are reserved. Choose another name.`,
  taken: (name: string) => `${name} is a default variable of every function. Choose another name.`,
  long: `Use at most ${secretNameMost} characters`,
} as const

export const valueProblems = {
  long: `Use at most ${formatNumber(secretValueMost)} characters in a value`,
  nul: 'The value contains a NUL character. Remove it.',
} as const

export const pasteProblems = {
  noAssignment: 'Use the form NAME=value',
  unclosed: 'Add the closing quote',
  afterQuote: 'Remove the text after the closing quote',
  duplicate: (name: string, line: number) => `${name} is already set on line ${line}`,
  many: `A project can have at most ${functionSecretsMost} secrets`,
} as const

export const formText = {
  add: 'Add secrets',
  title: 'Add secrets',
  description: 'If a name already exists, its value is replaced.',
  one: 'One secret',
  paste: 'Paste .env file',
  name: 'Name',
  value: 'Value',
  namePlaceholder: 'STRIPE_KEY',
  env: '.env file',
  envHint: 'One NAME=value per line. Comments, quotes and multiline values work.',
  envPlaceholder: 'STRIPE_KEY=sk_test_…\nSENDER="Ada <ada@example.com>"',
  preview: 'Secrets to save',
  isNew: 'New',
  isReplaced: 'Replaces the value',
  isEmpty: 'Empty value',
  line: (line: number) => `Line ${line}`,
  noneYet: 'Check the names here before you save.',
  fix: 'Fix the lines above to save these secrets.',
  cancel: 'Cancel',
  saveFailed: 'Failed to save secrets',
  save: (count: number) => (count === 1 ? 'Save secret' : `Save ${count} secrets`),
  saved: (count: number) => (count === 1 ? 'Secret saved' : `${count} secrets saved`),
} as const

export const deleteText = {
  title: (name: string) => `Delete ${name}?`,
  description: 'Functions can no longer read it once their running requests finish. You can’t undo this.',
  confirm: 'Delete secret',
  done: 'Secret deleted',
  button: (name: string) => `Delete ${name}`,
  replace: (name: string) => `Replace the value of ${name}`,
} as const

export const tableText = { label: 'Secrets', name: 'Name', updated: 'Updated' } as const

export const defaultsText = {
  title: 'Default variables',
  description: 'Every function has these. You can’t change them.',
  copy: (name: string) => `Copy ${name}`,
} as const

/** Describes each variable that every function has. */
export const defaultVariables = {
  SUPABASE_URL: 'URL of your project’s API',
  SUPABASE_ANON_KEY: 'Key for clients that aren’t signed in',
  SUPABASE_SERVICE_ROLE_KEY: 'Key that bypasses row-level security',
  SUPABASE_DB_URL: 'Connection string of your database',
  SUPABASE_PUBLISHABLE_KEYS: 'Publishable keys by name, as JSON',
  SUPABASE_SECRET_KEYS: 'Secret keys by name, as JSON',
  SUPABASE_JWKS: 'Public keys for verifying tokens, as JSON',
  SUPABASE_FUNCTION_SLUG: 'Slug of the function',
  SB_REGION: 'Region where the function runs',
  SB_EXECUTION_ID: 'ID of the worker that runs the function',
  DENO_DEPLOYMENT_ID: 'Project, function and version in one ID',
  COLONNADE_FUNCTION_VERSION: 'Version of the function',
} as const
