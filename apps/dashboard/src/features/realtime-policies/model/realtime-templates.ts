import { type Command, policies } from '@colonnade/pg-meta'
import { literal, quoteIdent, toText } from '@colonnade/sql'
import type { Draft } from '../../../scope/changes/draft.ts'
import { messagesTable, realtimeSchema } from '../queries.ts'
import { channelCommands, type ChannelCommand } from './access.ts'
import { formText, templateText } from './messages.ts'

export const templateIds = ['signed-in', 'own', 'members', 'topic', 'listen', 'presence', 'claim'] as const
export type TemplateId = (typeof templateIds)[number]

export const templateFields = ['topic', 'prefix', 'table', 'topicColumn', 'userColumn'] as const
export type TemplateField = (typeof templateFields)[number]
export type TemplateValues = Readonly<Record<TemplateField, string>>

export type Extensions = 'both' | 'broadcast' | 'presence'

export interface RealtimeTemplate {
  readonly id: TemplateId
  /** Fields it needs. */
  readonly fields: readonly TemplateField[]
  /** Preselected operations. */
  readonly commands: readonly ChannelCommand[]
  readonly extensions: Extensions
  /** Null for every topic. */
  readonly condition: (values: TemplateValues) => string | null
}

const quoted = (value: string): string => toText(literal(value))
const userId = '(select auth.uid())'

/** Common policies, all for signed-in users. Visitors share one key, so policies can't distinguish them. */
export const realtimeTemplates: readonly RealtimeTemplate[] = [
  { id: 'signed-in', fields: [], commands: channelCommands, extensions: 'both', condition: () => null },
  {
    id: 'own',
    fields: ['prefix'],
    commands: channelCommands,
    extensions: 'both',
    condition: ({ prefix }) => `realtime.topic() = ${quoted(prefix)} || ${userId}::text`,
  },
  {
    id: 'members',
    fields: ['prefix', 'table', 'topicColumn', 'userColumn'],
    commands: channelCommands,
    extensions: 'both',
    condition: ({ prefix, table, topicColumn, userColumn }) =>
      `exists (select from ${tableOf(table)} as member where member.${quoteIdent(userColumn)} = ${userId} and realtime.topic() = ${quoted(prefix)} || member.${quoteIdent(topicColumn)}::text)`,
  },
  { id: 'topic', fields: ['topic'], commands: channelCommands, extensions: 'both', condition: ({ topic }) => `realtime.topic() = ${quoted(topic)}` },
  { id: 'listen', fields: [], commands: ['SELECT'], extensions: 'both', condition: () => null },
  { id: 'presence', fields: [], commands: channelCommands, extensions: 'presence', condition: () => null },
  {
    id: 'claim',
    fields: [],
    commands: channelCommands,
    extensions: 'both',
    condition: () => `(select auth.jwt() -> 'app_metadata' ->> 'role') = 'admin'`,
  },
]

export interface TemplateDraft {
  readonly template: TemplateId
  readonly commands: readonly ChannelCommand[]
  readonly extensions: Extensions
  readonly values: TemplateValues
  /** Prefix of the policy names. */
  readonly name: string
}

export const templateOf = (id: TemplateId): RealtimeTemplate => realtimeTemplates.find((template) => template.id === id)!

const firstValues: TemplateValues = { topic: 'lobby', prefix: 'room:', table: 'public.room_members', topicColumn: 'room_id', userColumn: 'user_id' }

export function draftOf(id: TemplateId): TemplateDraft {
  const { commands, extensions } = templateOf(id)
  return { template: id, commands, extensions, values: { ...firstValues, ...(id === 'own' && { prefix: 'user:' }) }, name: templateText[id].name }
}

/** Returns the change the form creates: one policy per command. `taken` are existing policy names. */
export function changeOf(draft: TemplateDraft, taken: readonly string[]): Draft {
  const problems = problemsOf(draft)
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const condition = conditionOf(draft)
  const names = new Set(taken)
  const create = (command: ChannelCommand): Command => {
    const name = freeName(policyName(draft, command), names)
    names.add(name)
    const expression = command === 'INSERT' ? { check: condition } : { definition: condition }
    return policies.create({ schema: realtimeSchema, table: messagesTable, name, command, roles: ['authenticated'], ...expression })
  }
  const commands = channelCommands.filter((command) => draft.commands.includes(command)).map(create)
  return { kind: 'change', change: { name: formText.change(draft.name.trim()), commands } }
}

export function conditionOf({ template, extensions, values }: TemplateDraft): string {
  const parts = [templateOf(template).condition(trimmed(values)), extensions === 'both' ? null : `extension = ${quoted(extensions)}`]
  return parts.filter((part) => part !== null).join(' and ') || 'true'
}

const trimmed = (values: TemplateValues): TemplateValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as unknown as TemplateValues

/** `public.room_members`, `room_members` */
function tableOf(written: string): string {
  const dot = written.indexOf('.')
  return dot === -1 ? `public.${quoteIdent(written)}` : `${quoteIdent(written.slice(0, dot))}.${quoteIdent(written.slice(dot + 1))}`
}

const suffixes = { SELECT: ' (join)', INSERT: ' (send)' } as const satisfies Record<ChannelCommand, string>
/** Longest name that Postgres stores, in bytes. */
const nameBytesMost = 63
const roomBytes = ' (join) 99'.length

const policyName = ({ name, commands }: TemplateDraft, command: ChannelCommand): string =>
  commands.length === 1 ? name.trim() : `${name.trim()}${suffixes[command]}`

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name} ${count}`
    if (!taken.has(tried)) return tried
  }
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

function problemsOf({ template, name, commands, values }: TemplateDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  if (name.trim() === '') problems['name'] = formText.nameMissing
  else if (bytesOf(name.trim()) > nameBytesMost - roomBytes) problems['name'] = formText.nameTooLong(nameBytesMost - roomBytes)
  if (commands.length === 0) problems['commands'] = formText.commandsMissing
  for (const field of templateOf(template).fields) {
    const value = values[field].trim()
    // without a prefix, the topic is just the user's ID
    if (value === '' && field !== 'prefix') problems[field] = formText.valueMissing[field]
    else if (bytesOf(value) > valueBytesMost || value.includes('\0')) problems[field] = formText.valueTooLong(valueBytesMost)
  }
  return problems
}

/** Longest topic or table name, with its schema. */
const valueBytesMost = 200
