import { formatNumber } from '../../lib/bytes.ts'
import { functionSecretsMost, secretNameMost, secretValueMost } from '@colonnade/contracts/functions/function-secrets'

export const pageText = {
  title: 'Secrets',
  description: 'Functions read these as environment variables. Values are encrypted and never shown again.',
  empty: { title: 'No secrets yet', text: 'Add the keys and passwords that your functions need, so that they aren’t in your code.' },
  noRight: { title: 'You don’t have access', text: 'Ask an owner of the organization for a role that can use edge functions.' },
  branch: 'This branch has its own secrets. They were copied when the branch was created; changes here don’t affect other branches.',
  drains: 'Running functions finish their requests with the old values. New requests see the new ones within seconds.',
} as const

export const digestText = {
  label: 'Digest',
  hint: 'SHA-256 of the value. Compare it with yours: printf %s "$VALUE" | sha256sum',
} as const

export const nameProblems = {
  missing: 'Enter a name',
  wrong: (name: string) => `“${name}” isn’t a name. Use letters, digits and underscores, and start with a letter or an underscore.`,
  reserved: (name: string) => `Names that start with ${name.startsWith('DENO_') ? 'DENO_' : 'SUPABASE_'} are reserved. Choose another name.`,
  taken: (name: string) => `Every function already has ${name}. Choose another name.`,
  long: `Use at most ${secretNameMost} characters`,
} as const

export const valueProblems = {
  long: `Use at most ${formatNumber(secretValueMost)} characters in a value`,
  nul: 'The value contains a NUL character. Remove it.',
} as const

export const pasteProblems = {
  noAssignment: 'Write NAME=value',
  unclosed: 'The quote is never closed',
  afterQuote: 'Remove what follows the closing quote',
  duplicate: (name: string, line: number) => `${name} is already set in line ${line}`,
  many: `A project can have at most ${functionSecretsMost} secrets`,
} as const

export const formText = {
  add: 'Add secrets',
  title: 'Add secrets',
  description: 'A name that exists already gets the new value.',
  one: 'One secret',
  paste: 'Paste a .env',
  name: 'Name',
  value: 'Value',
  env: 'Contents of a .env file',
  envHint: 'NAME=value in each line. Comments, quotes and values over several lines work too.',
  preview: 'Secrets to save',
  isNew: 'New',
  isReplaced: 'Replaces the value',
  isEmpty: 'Empty value',
  line: (line: number) => `Line ${line}`,
  noneYet: 'Names show up here before anything is saved.',
  fix: 'Fix the lines above first. Nothing is saved until then.',
  save: (count: number) => (count === 1 ? 'Save secret' : `Save ${count} secrets`),
  saved: (count: number) => (count === 1 ? 'Secret saved' : `${count} secrets saved`),
} as const

export const deleteText = {
  title: (name: string) => `Delete ${name}?`,
  description: 'Functions no longer see it. Running functions finish their requests first. You can’t undo this.',
  confirm: 'Delete secret',
  done: 'Secret deleted',
  actions: (name: string) => `Delete ${name}`,
  replace: (name: string) => `Replace the value of ${name}`,
} as const
