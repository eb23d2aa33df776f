import { functions, type Command } from '@colonnade/pg-meta'
import type { WrittenArgument } from '@colonnade/pg-meta/function-summaries'
import { ident, toText } from '@colonnade/sql'
import type { Draft } from '../../../scope/changes/draft.ts'
import type { FunctionDefinition } from './function-queries.ts'
import { functionDraftText } from './messages.ts'

export type Behavior = FunctionDefinition['behavior']
export type Parallel = FunctionDefinition['parallel']
export type ArgumentMode = Exclude<WrittenArgument['mode'], 'table'>

export interface ArgumentDraft {
  readonly key: string
  readonly mode: ArgumentMode
  readonly name: string
  readonly type: string
  readonly default: string
}

export interface FunctionDraft {
  readonly type: 'function' | 'procedure'
  readonly schema: string
  readonly name: string
  readonly arguments: readonly ArgumentDraft[]
  readonly returnType: string
  readonly language: string
  readonly definition: string
  readonly behavior: Behavior
  readonly parallel: Parallel
  readonly isStrict: boolean
  readonly isDefiner: boolean
  /** One per line: `search_path = ''`. */
  readonly settings: string
  readonly comment: string
}

/** The defaults of a new function (spec §9). */
export const newDraft = (schema: string): FunctionDraft => ({
  type: 'function',
  schema,
  name: '',
  arguments: [],
  returnType: 'void',
  language: 'sql',
  definition: '',
  behavior: 'VOLATILE',
  parallel: 'UNSAFE',
  isStrict: false,
  isDefiner: false,
  settings: '',
  comment: '',
})

export function draftOf(row: FunctionDefinition): FunctionDraft {
  return {
    type: row.type,
    schema: row.schema,
    name: row.name,
    // the columns of a TABLE are part of the return type
    arguments: row.arguments.flatMap(({ mode, name, type, default: preset }, index) =>
      mode === 'table' ? [] : [{ key: String(index), mode, name, type, default: preset ?? '' }],
    ),
    returnType: row.return_type,
    language: row.language,
    definition: row.definition,
    behavior: row.behavior,
    parallel: row.parallel,
    isStrict: row.strict,
    isDefiner: row.security_definer,
    settings: Object.entries(row.config_params ?? {})
      .map(([name, value]) => `${name} = ${value === '' ? '""' : value}`)
      .join('\n'),
    comment: row.comment ?? '',
  }
}

/** Returns the draft of a duplicate: a copy under another name. */
export const duplicateOf = (row: FunctionDefinition): FunctionDraft => ({ ...draftOf(row), name: `${row.name}_copy` })

/** Returns the statement that creates the function. A duplicate takes what the form doesn't show from its original. */
export function creationOf(draft: FunctionDraft, original: FunctionDefinition | null): Draft {
  const problems = problemsOf(draft, true)
  const settings = settingsOf(draft.settings)
  if (settings === null) problems['settings'] = functionDraftText.badSettings
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const isFunction = draft.type === 'function'
  return commandsOf(functionDraftText.create(draft.type, draft.name), () =>
    functions.create({
      schema: draft.schema,
      name: draft.name,
      type: draft.type,
      args: draft.arguments.map(argumentText),
      language: draft.language,
      definition: draft.definition,
      security_definer: draft.isDefiner,
      config_params: settings,
      ...(isFunction && {
        return_type: returnTypeOf(draft),
        behavior: draft.behavior,
        ...(draft.isStrict && { strict: true }),
        ...(draft.parallel !== 'UNSAFE' && { parallel: draft.parallel }),
        ...(original !== null && original.type === 'function' && plannedOf(original, draft.returnType)),
      }),
      ...(draft.comment !== '' && { comment: draft.comment }),
    }),
  )
}

/** Returns the return type. OUT arguments imply it: the type of the only one, or a record of several. */
function returnTypeOf({ returnType, arguments: all }: FunctionDraft): string {
  const out = all.filter(({ mode }) => mode === 'out' || mode === 'inout')
  const said = returnType.trim()
  if (out.length === 0 || (said !== '' && said.toLowerCase() !== 'void')) return said
  return out.length === 1 ? out[0]!.type.trim() : 'record'
}

/** Returns the original's planner settings that differ from the defaults. */
function plannedOf({ cost, rows, leakproof, language }: FunctionDefinition, returnType: string) {
  const isSet = /^\s*(?:setof|table)\b/i.test(returnType)
  return {
    ...(cost !== (['c', 'internal'].includes(language) ? 1 : 100) && { cost }),
    ...(isSet && rows > 0 && rows !== 1000 && { rows }),
    ...(leakproof && { leakproof }),
  }
}

/** Returns the statements that bring a function to the draft. They change only what differs, so its dependents keep working. */
export function alterationOf(row: FunctionDefinition, draft: FunctionDraft): Draft {
  const before = draftOf(row)
  const problems = problemsOf(draft, false)
  const settings = settingsOf(draft.settings)
  if (settings === null) problems['settings'] = functionDraftText.badSettings
  if (Object.keys(problems).length > 0 || settings === null) return { kind: 'incomplete', problems }
  const known = settingsOf(before.settings) ?? {}
  const changed = Object.entries(settings).filter(([name, value]) => known[name] !== value)
  const gone = Object.keys(known).filter((name) => !(name in settings))
  const input: functions.UpdateFunction = {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(draft.schema !== before.schema && { schema: draft.schema }),
    ...(draft.definition !== before.definition && { definition: draft.definition }),
    ...(draft.behavior !== before.behavior && { behavior: draft.behavior }),
    ...(draft.parallel !== before.parallel && { parallel: draft.parallel }),
    ...(draft.isStrict !== before.isStrict && { strict: draft.isStrict }),
    ...(draft.isDefiner !== before.isDefiner && { security_definer: draft.isDefiner }),
    ...(draft.comment !== before.comment && { comment: draft.comment === '' ? null : draft.comment }),
    ...(changed.length + gone.length > 0 && {
      config_params: { ...Object.fromEntries(changed), ...Object.fromEntries(gone.map((name) => [name, null])) },
    }),
  }
  if (Object.keys(input).length === 0) return { kind: 'unchanged' }
  return commandsOf(functionDraftText.edit(row.type, row.name), () => functions.updateByName(row, input))
}

/** Identifies a function by name and arguments, so that a migration works in other databases. */
export const identifierOf = (row: { readonly schema: string; readonly name: string; readonly identity_argument_types: string }) => ({
  schema: row.schema,
  name: row.name,
  args: [row.identity_argument_types],
})

function commandsOf(name: string, command: () => Command): Draft {
  try {
    return { kind: 'change', change: { name, commands: [command()] } }
  } catch (error) {
    return { kind: 'incomplete', problems: { form: error instanceof Error ? error.message : String(error) } }
  }
}

/** Returns an argument as SQL: `inout total numeric default 0`. */
function argumentText({ mode, name, type, default: preset }: ArgumentDraft): string {
  return [
    ...(mode === 'in' ? [] : [mode]),
    ...(name === '' ? [] : [toText(ident(name))]),
    type.trim(),
    ...(preset.trim() === '' ? [] : [`default ${preset.trim()}`]),
  ].join(' ')
}

const maxNameBytes = 63
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

function problemsOf(draft: FunctionDraft, isNew: boolean): Record<string, string> {
  const problems: Record<string, string> = {}
  if (draft.name === '') problems['name'] = functionDraftText.noName
  else if (bytesOf(draft.name) > maxNameBytes) problems['name'] = functionDraftText.longName(maxNameBytes, bytesOf(draft.name))
  if (draft.definition.trim() === '') problems['definition'] = functionDraftText.noDefinition
  if (!isNew) return problems
  if (draft.type === 'function' && draft.returnType.trim() === '' && draft.arguments.every(({ mode }) => mode === 'in' || mode === 'variadic')) {
    problems['returnType'] = functionDraftText.noReturnType
  }
  for (const { key, name, type } of draft.arguments) {
    if (type.trim() === '') problems[`argument ${key}`] = functionDraftText.noType
    else if (bytesOf(name) > maxNameBytes) problems[`argument ${key}`] = functionDraftText.longArgument(maxNameBytes)
    else if (/\bdefault\b|[=;]/i.test(type.replaceAll(/"[^"]*"/g, ''))) problems[`argument ${key}`] = functionDraftText.badType
  }
  return problems
}

/** Returns the settings by name; null if a line isn't one. */
function settingsOf(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([\w.]+)\s*(?:=|\bto\b)\s*(.*?)\s*$/i.exec(line))
  if (pairs.some((pair) => pair === null || pair[2] === '')) return null
  return Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2] === "''" ? '""' : pair![2]!]))
}
