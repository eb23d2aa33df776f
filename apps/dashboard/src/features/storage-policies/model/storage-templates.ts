import { policies, type Command } from '@colonnade/pg-meta'
import { literal, toText } from '@colonnade/sql'
import type { Draft } from '../../../scope/changes/draft.ts'
import { fileCommands, type FileCommand } from './access.ts'
import { formText, templateText } from './messages.ts'

export const templateIds = ['read', 'signed-in', 'own-folder', 'own-files', 'folder', 'file', 'type', 'claim'] as const
export type TemplateId = (typeof templateIds)[number]

export type TemplateField = 'folder' | 'file' | 'extension'

export interface StorageTemplate {
  readonly id: TemplateId
  /** Fields it needs. */
  readonly fields: readonly TemplateField[]
  readonly role: 'public' | 'authenticated'
  /** Preselected operations. */
  readonly commands: readonly FileCommand[]
  /** Condition besides the bucket; null for none. */
  readonly condition: (values: TemplateValues) => string | null
}

export type TemplateValues = Readonly<Record<TemplateField, string>>

const quoted = (value: string): string => toText(literal(value))
const firstFolder = '(storage.foldername(name))[1]'

/** Common policies, for one bucket or all buckets. */
export const storageTemplates: readonly StorageTemplate[] = [
  { id: 'read', fields: [], role: 'public', commands: ['SELECT'], condition: () => null },
  { id: 'own-folder', fields: [], role: 'authenticated', commands: fileCommands, condition: () => `${firstFolder} = (select auth.uid()::text)` },
  {
    id: 'own-files',
    fields: [],
    role: 'authenticated',
    commands: ['SELECT', 'UPDATE', 'DELETE'],
    condition: () => 'owner_id = (select auth.uid()::text)',
  },
  { id: 'signed-in', fields: [], role: 'authenticated', commands: ['SELECT', 'INSERT'], condition: () => null },
  {
    id: 'folder',
    fields: ['folder'],
    role: 'authenticated',
    commands: ['SELECT', 'INSERT'],
    condition: ({ folder }) => `${firstFolder} = ${quoted(folder)}`,
  },
  { id: 'file', fields: ['file'], role: 'authenticated', commands: ['SELECT'], condition: ({ file }) => `name = ${quoted(file)}` },
  {
    id: 'type',
    fields: ['extension', 'folder'],
    role: 'public',
    commands: ['SELECT'],
    condition: ({ folder, extension }) =>
      `lower(storage.extension(name)) = ${quoted(extension.toLowerCase())} and ${firstFolder} = ${quoted(folder)}`,
  },
  {
    id: 'claim',
    fields: [],
    role: 'authenticated',
    commands: fileCommands,
    condition: () => `(select auth.jwt() -> 'app_metadata' ->> 'role') = 'admin'`,
  },
]

export interface TemplateDraft {
  readonly template: TemplateId
  /** Null for all buckets. */
  readonly bucket: string | null
  readonly commands: readonly FileCommand[]
  readonly role: 'public' | 'authenticated'
  readonly values: TemplateValues
  /** Prefix of the policy names. */
  readonly name: string
}

export const templateOf = (id: TemplateId): StorageTemplate => storageTemplates.find((template) => template.id === id)!

const firstValues: TemplateValues = { folder: 'public', file: 'welcome/cover.jpg', extension: 'jpg' }

export function draftOf(id: TemplateId, bucket: string | null, commands?: readonly FileCommand[]): TemplateDraft {
  const template = templateOf(id)
  return { template: id, bucket, commands: commands ?? template.commands, role: template.role, values: firstValues, name: nameOf(id, bucket) }
}

/** Returns a default policy name, with room for the suffix that distinguishes policies by command. */
export const nameOf = (id: TemplateId, bucket: string | null): string => {
  const name = templateText[id].name(bucket)
  return bytesOf(name) <= nameBytesMost - suffixBytes ? name : cut(name, `…${' '.repeat(suffixBytes)}`).trimEnd()
}

/** Longest name that Postgres stores, in bytes. */
const nameBytesMost = 63
const suffixBytes = ' (select)'.length

/** Returns true without SELECT, if a command needs it to find the rows it changes. */
export const lacksSelect = ({ commands }: Pick<TemplateDraft, 'commands'>): boolean =>
  !commands.includes('SELECT') && commands.some((command) => command === 'UPDATE' || command === 'DELETE')

/** Returns the change the form creates: one policy per command. `taken` are existing policy names. */
export function changeOf(draft: TemplateDraft, taken: readonly string[]): Draft {
  const problems = problemsOf(draft)
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const condition = conditionOf(draft)
  const names = new Set(taken)
  const create = (command: FileCommand): Command => {
    const name = freeName(policyName(draft, command), names)
    names.add(name)
    const isChecked = command === 'INSERT' || command === 'UPDATE'
    return policies.create({
      schema: 'storage',
      table: 'objects',
      name,
      command,
      roles: [draft.role],
      ...(command !== 'INSERT' && { definition: condition }),
      ...(isChecked && { check: condition }),
    })
  }
  const commands = fileCommands.filter((command) => draft.commands.includes(command)).map(create)
  return { kind: 'change', change: { name: formText.change(draft.name.trim()), commands } }
}

export function conditionOf({ template, bucket, values }: TemplateDraft): string {
  const parts = [bucket === null ? null : `bucket_id = ${quoted(bucket)}`, templateOf(template).condition(trimmed(values))]
  return parts.filter((part) => part !== null).join(' and ') || 'true'
}

function trimmed(values: TemplateValues): TemplateValues {
  return {
    folder: values.folder.trim().replaceAll(/^\/+|\/+$/g, ''),
    file: values.file.trim().replace(/^\/+/, ''),
    extension: values.extension.trim().replace(/^\./, ''),
  }
}

const policyName = ({ name, commands }: TemplateDraft, command: FileCommand): string =>
  commands.length === 1 ? name.trim() : `${name.trim()}${suffixOf(command)}`
const suffixOf = (command: FileCommand): string => ` (${command.toLowerCase()})`

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const tried = count === 2 ? name : cut(name, ` ${count - 1}`)
    if (!taken.has(tried)) return tried
  }
}

/** Appends a suffix, within the longest name Postgres stores. */
function cut(name: string, ending: string): string {
  let start = name
  while (bytesOf(start + ending) > nameBytesMost) start = Array.from(start).slice(0, -1).join('')
  return start + ending
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

function problemsOf(draft: TemplateDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  const longest = draft.commands.length > 1 ? suffixBytes : 0
  if (draft.name.trim() === '') problems['name'] = formText.nameMissing
  else if (bytesOf(draft.name.trim()) + longest > nameBytesMost) problems['name'] = formText.nameTooLong(nameBytesMost - longest)
  if (draft.commands.length === 0) problems['commands'] = formText.commandsMissing
  const values = trimmed(draft.values)
  for (const field of templateOf(draft.template).fields) {
    if (values[field] === '') problems[field] = formText.valueMissing[field]
    else if (/[\0]/.test(values[field]) || values[field].length > 1_024) problems[field] = formText.valueWrong
  }
  if (templateOf(draft.template).fields.includes('folder') && values.folder.includes('/')) problems['folder'] = formText.folderWrong
  return problems
}
