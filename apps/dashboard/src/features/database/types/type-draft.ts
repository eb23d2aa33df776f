import { types } from '@colonnade/pg-meta'
import type { Draft } from '../../../scope/changes/draft.ts'
import { typeFormText } from './messages.ts'
import { nameText, readName } from './name-text.ts'
import type { TypeDefinition } from './type-queries.ts'

/** Kinds that the form can create and edit. Base types need another language. */
export type TypeKind = 'enum' | 'composite' | 'domain' | 'range'

/** A part of a type's draft. `from` is its saved name; null for a new part. */
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
  /** Empty to let Postgres name it. */
  readonly name: string
  readonly expression: string
  /** For an existing check: whether it holds for all rows. For a new one: whether to check existing rows right away. */
  readonly isValidated: boolean
}

export interface TypeDraft {
  readonly kind: TypeKind
  readonly schema: string
  readonly name: string
  /** Empty for the role that creates it. */
  readonly owner: string
  readonly comment: string
  readonly values: readonly ValueDraft[]
  readonly attributes: readonly AttributeDraft[]
  /** Whether attribute changes also apply to tables created from the type. */
  readonly isCascade: boolean
  readonly baseType: string
  readonly default: string
  readonly isRequired: boolean
  readonly checks: readonly CheckDraft[]
  readonly subtype: string
  /** For a range, as SQL names; empty for the subtype's default operator class, and for no difference function. */
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

/** Returns the draft of an existing type. Base types have none. */
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

/** Drafts the creation of a type. A duplicate takes the remaining properties from its original. */
export function creationOf(draft: TypeDraft, original: TypeDefinition | null): Draft {
  const problems = problemsOf(draft)
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  return attempt(() => ({ name: typeFormText.creation(draft.name), commands: creatingCommands(draft, original) }))
}

/** Returns a change, or why it can't be written. */
export function attempt(write: () => Extract<Draft, { kind: 'change' }>['change']): Draft {
  try {
    return { kind: 'change', change: write() }
  } catch (error) {
    return { kind: 'incomplete', problems: { form: error instanceof Error ? error.message : String(error) } }
  }
}

/** Returns the statements that create a type as it is; null for one that SQL can't create. */
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
  // a check that doesn't hold for all existing rows is added in its own statement
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
          // Postgres names the copy's multirange
          ...(original?.name === draft.name && { multirange: known.multirange }),
        }),
      }
    }
  }
}

/** Returns what is missing or wrong, by field. */
export function problemsOf(draft: TypeDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  const tooLong = (text: string) => typeFormText.nameTooLong(maxNameBytes, bytesOf(text))
  if (draft.name === '') problems['name'] = typeFormText.nameMissing
  else if (bytesOf(draft.name) > maxNameBytes) problems['name'] = tooLong(draft.name)
  if (draft.kind === 'enum') {
    draft.values.forEach(({ key, value }, index) => {
      if (bytesOf(value) > maxNameBytes) problems[`value ${key}`] = typeFormText.valueTooLong(maxNameBytes, bytesOf(value))
      else if (draft.values.findIndex((other) => other.value === value) < index)
        problems[`value ${key}`] = value === '' ? typeFormText.valueEmptyTaken : typeFormText.valueTaken
    })
  }
  if (draft.kind === 'composite') {
    draft.attributes.forEach(({ key, name, type }, index) => {
      if (name === '') problems[`attribute ${key}`] = typeFormText.partNameMissing
      else if (bytesOf(name) > maxNameBytes) problems[`attribute ${key}`] = tooLong(name)
      else if (draft.attributes.findIndex((other) => other.name === name) < index) problems[`attribute ${key}`] = typeFormText.partNameTaken
      else if (type.trim() === '') problems[`attribute ${key}`] = typeFormText.typeMissing
    })
  }
  if (draft.kind === 'domain') {
    if (draft.baseType.trim() === '') problems['baseType'] = typeFormText.baseTypeMissing
    draft.checks.forEach(({ key, name, expression }, index) => {
      if (expression.trim() === '') problems[`check ${key}`] = typeFormText.checkMissing
      else if (bytesOf(name) > maxNameBytes) problems[`check ${key}`] = tooLong(name)
      else if (name !== '' && draft.checks.findIndex((other) => other.name === name) < index) problems[`check ${key}`] = typeFormText.partNameTaken
    })
  }
  if (draft.kind === 'range') {
    if (draft.subtype.trim() === '') problems['subtype'] = typeFormText.subtypeMissing
    for (const field of ['operatorClass', 'difference'] as const) {
      if (draft[field].trim() !== '' && readName(draft[field]) === null) problems[field] = typeFormText.nameInvalid
    }
  }
  return problems
}
