import { types } from '@colonnade/pg-meta'
import type { Draft } from '../../../scope/changes/draft.ts'
import { nameText, readName } from './name-text.ts'
import type { TypeDefinition } from './type-queries.ts'

/** Kinds that are made and changed here; base types are written in other languages. */
export type TypeKind = 'enum' | 'composite' | 'domain' | 'range'

/** One of several parts of a type that is being written. `from` is what it was called before; null for a new one. */
export interface ValueDraft {
  readonly key: string
  readonly from: string | null
  readonly value: string
}
export interface AttributeDraft {
  readonly key: string
  readonly from: string | null
  readonly name: string
  readonly type: string
}
export interface CheckDraft {
  readonly key: string
  readonly from: string | null
  /** Empty: Postgres names it. */
  readonly name: string
  readonly expression: string
  /** Of one that is there: whether it holds for all rows. Of a new one: whether rows that are there are checked at once. */
  readonly isValidated: boolean
}

export interface TypeDraft {
  readonly kind: TypeKind
  readonly schema: string
  readonly name: string
  /** Empty for the role that makes it. */
  readonly owner: string
  readonly comment: string
  readonly values: readonly ValueDraft[]
  readonly attributes: readonly AttributeDraft[]
  /** Of attributes that change: whether tables that are made of the type follow. */
  readonly isCascade: boolean
  readonly baseType: string
  readonly default: string
  readonly isRequired: boolean
  readonly checks: readonly CheckDraft[]
  readonly subtype: string
  /** Of a range, as SQL names them; empty for the subtype's own operator class, and for no such function. */
  readonly operatorClass: string
  readonly difference: string
}

const maxNameBytes = 63
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

export const newDraft = (schema: string): TypeDraft => ({
  kind: 'enum',
  schema,
  name: '',
  owner: '',
  comment: '',
  values: [{ key: 'first', from: null, value: '' }],
  attributes: [],
  isCascade: false,
  baseType: 'text',
  default: '',
  isRequired: false,
  checks: [],
  subtype: 'timestamptz',
  operatorClass: '',
  difference: '',
})

/** What a type is now. Base types have none of it. */
export function draftOf(row: TypeDefinition): TypeDraft {
  return {
    kind: row.kind === 'enum' || row.kind === 'composite' || row.kind === 'domain' ? row.kind : 'range',
    schema: row.schema,
    name: row.name,
    owner: row.owner,
    comment: row.comment ?? '',
    values: row.enums.map((value, index) => ({ key: String(index), from: value, value })),
    attributes: (row.attribute_details ?? []).map(({ name, type }, index) => ({ key: String(index), from: name, name, type })),
    isCascade: false,
    baseType: row.domain?.base_type ?? '',
    default: row.domain?.default_value ?? '',
    isRequired: row.domain?.not_null ?? false,
    checks: (row.domain?.checks ?? []).map(({ name, expression, is_validated: isValidated }, index) => ({
      key: String(index),
      from: name,
      name,
      expression,
      isValidated,
    })),
    subtype: row.range?.subtype ?? '',
    operatorClass: row.range === null ? '' : nameText(row.range.subtype_opclass),
    difference: row.range?.subtype_diff == null ? '' : nameText(row.range.subtype_diff),
  }
}

export const duplicateOf = (row: TypeDefinition): TypeDraft => ({ ...draftOf(row), owner: '', name: `${row.name}_copy` })

/** What makes a new one; what a duplicate has besides comes from its original. */
export function creationOf(draft: TypeDraft, original: TypeDefinition | null): Draft {
  const problems = problemsOf(draft)
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  return attempt(() => ({ name: `Create type ${draft.name}`, commands: creatingCommands(draft, original) }))
}

/** A change, or why it can't be written. */
export function attempt(write: () => Extract<Draft, { kind: 'change' }>['change']): Draft {
  try {
    return { kind: 'change', change: write() }
  } catch (error) {
    return { kind: 'incomplete', problems: { form: error instanceof Error ? error.message : String(error) } }
  }
}

/** The statements that make a type as it is; null for one that is written in another language. */
export function definitionOf(row: TypeDefinition): string | null {
  if (row.kind === 'base' || row.kind === 'pseudo' || row.kind === 'multirange') return null
  return creatingCommands({ ...draftOf(row), owner: '' }, row)
    .map(({ sql }) => sql)
    .join('\n')
}

function creatingCommands(draft: TypeDraft, original: TypeDefinition | null) {
  const identifier = { schema: draft.schema, name: draft.name }
  const unchecked = draft.checks.filter(({ isValidated }) => !isValidated)
  const create = types.create({
    ...bodyOf(draft, original),
    ...identifier,
    ...(draft.owner !== '' && { owner: draft.owner }),
    ...(draft.comment !== '' && { comment: draft.comment }),
  })
  if (draft.kind !== 'domain' || unchecked.length === 0) return [create]
  // one that doesn't hold for all that is there is added by itself
  return [create, types.updateByName(identifier, { checks: unchecked.map((check) => ({ add: checkOf(check), not_valid: true })) })]
}

export const checkOf = ({ name, expression }: CheckDraft): types.DomainCheck => ({ ...(name.trim() !== '' && { name }), expression })

type Body<Create = types.CreateType> = Create extends unknown ? Omit<Create, 'name' | 'schema'> : never

function bodyOf(draft: TypeDraft, original: TypeDefinition | null): Body {
  switch (draft.kind) {
    case 'enum':
      return { kind: 'enum', values: draft.values.map(({ value }) => value) }
    case 'composite':
      return {
        kind: 'composite',
        attributes: draft.attributes.map(({ from, name, type }) => {
          const known = original?.attribute_details?.find((attribute) => attribute.name === from)
          return { name, type: type.trim(), ...(known?.collation != null && known.type === type && { collation: known.collation }) }
        }),
      }
    case 'domain':
      return {
        kind: 'domain',
        base_type: draft.baseType.trim(),
        ...(original?.domain?.collation != null && original.domain.base_type === draft.baseType && { collation: original.domain.collation }),
        ...(draft.default.trim() !== '' && { default_value: draft.default }),
        ...(draft.isRequired && { not_null: true }),
        checks: draft.checks.filter(({ isValidated }) => isValidated).map(checkOf),
      }
    case 'range': {
      const known = original?.range != null && original.range.subtype === draft.subtype ? original.range : null
      return {
        kind: 'range',
        subtype: draft.subtype.trim(),
        ...(draft.operatorClass.trim() !== '' && { subtype_opclass: readName(draft.operatorClass) }),
        ...(draft.difference.trim() !== '' && { subtype_diff: readName(draft.difference) }),
        ...(known !== null && {
          collation: known.collation,
          // of a copy, Postgres names it
          ...(original?.name === draft.name && { multirange: known.multirange }),
        }),
      }
    }
  }
}

/** What is missing or wrong, by the field that it belongs to. */
export function problemsOf(draft: TypeDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  const tooLong = (text: string) => `Names have at most ${maxNameBytes} bytes; this one has ${bytesOf(text)}`
  if (draft.name === '') problems['name'] = 'Name the type'
  else if (bytesOf(draft.name) > maxNameBytes) problems['name'] = tooLong(draft.name)
  if (draft.kind === 'enum') {
    draft.values.forEach(({ key, value }, index) => {
      if (bytesOf(value) > maxNameBytes) problems[`value ${key}`] = `Values have at most ${maxNameBytes} bytes; this one has ${bytesOf(value)}`
      else if (draft.values.findIndex((other) => other.value === value) < index)
        problems[`value ${key}`] = value === '' ? 'Write a value: the empty one is there already' : 'It is there already'
    })
  }
  if (draft.kind === 'composite') {
    draft.attributes.forEach(({ key, name, type }, index) => {
      if (name === '') problems[`attribute ${key}`] = 'Give it a name'
      else if (bytesOf(name) > maxNameBytes) problems[`attribute ${key}`] = tooLong(name)
      else if (draft.attributes.findIndex((other) => other.name === name) < index) problems[`attribute ${key}`] = 'There is one of that name already'
      else if (type.trim() === '') problems[`attribute ${key}`] = 'Give it a type'
    })
  }
  if (draft.kind === 'domain') {
    if (draft.baseType.trim() === '') problems['baseType'] = 'Say of which type its values are'
    draft.checks.forEach(({ key, name, expression }, index) => {
      if (expression.trim() === '') problems[`check ${key}`] = 'Write what must be true of VALUE'
      else if (bytesOf(name) > maxNameBytes) problems[`check ${key}`] = tooLong(name)
      else if (name !== '' && draft.checks.findIndex((other) => other.name === name) < index)
        problems[`check ${key}`] = 'There is one of that name already'
    })
  }
  if (draft.kind === 'range') {
    if (draft.subtype.trim() === '') problems['subtype'] = 'Say of which type its bounds are'
    for (const field of ['operatorClass', 'difference'] as const) {
      if (draft[field].trim() !== '' && readName(draft[field]) === null)
        problems[field] = 'Write one name, such as public.my_name or "My schema"."My name"'
    }
  }
  return problems
}
