import { formatNumber } from '../../lib/bytes.ts'
import { nameMaxLength, secretsMost, valueMaxBytes } from './limits.ts'

export const pageText = {
  title: 'Secrets',
  description: 'Functions read these as environment variables. Values are encrypted and never shown again.',
  empty: { title: 'No secrets yet', text: 'Add the keys and passwords that your functions need, so that they aren’t in your code.' },
  noRight: { title: 'You don’t have access', text: 'Ask an owner of the organization for a role that can use edge functions.' },
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
  long: `Use at most ${nameMaxLength} characters`,
} as const

export const valueProblems = {
  missing: 'Enter a value',
  long: `The value is longer than ${formatNumber(valueMaxBytes)} bytes`,
  nul: 'The value contains a NUL character. Remove it.',
} as const

export const pasteProblems = {
  noAssignment: 'Write NAME=value',
  unclosed: 'The quote is never closed',
  afterQuote: 'Remove what follows the closing quote',
  duplicate: (name: string, line: number) => `${name} is already set in line ${line}`,
  many: `A project can have at most ${secretsMost} secrets`,
} as const
