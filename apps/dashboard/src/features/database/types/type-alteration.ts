import { types, type Command } from '@colonnade/pg-meta'
import type { HeldValue, TypeUses } from '@colonnade/pg-meta/type-uses'
import { formatNumber } from '../../../lib/bytes.ts'
import type { Draft } from '../../../scope/changes/draft.ts'
import { rename } from './renames.ts'
import { attempt, checkOf, draftOf, problemsOf, type TypeDraft } from './type-draft.ts'
import type { TypeDefinition } from './type-queries.ts'
import { typeChangeText as text, typeFormText } from './messages.ts'

/** What to know about columns before an enum's values are removed or reordered; undefined while loading. */
export interface Held {
  readonly uses: TypeUses | undefined
  readonly held: readonly HeldValue[] | undefined
}

/** Planned changes of an enum's values. */
export interface ValuePlan {
  /** Removed values, by their current names. */
  readonly removed: readonly string[]
  /** Whether columns need a new type, because values are removed or reordered. */
  readonly isRewrite: boolean
}

/** Plans the change of an enum. Values are added and renamed in place; removing or reordering them needs a new type. */
export function valuePlan(row: TypeDefinition, draft: TypeDraft): ValuePlan {
  const kept = draft.values.flatMap(({ from }) => (from === null ? [] : [from]))
  const removed = row.enums.filter((value) => !kept.includes(value))
  return { removed, isRewrite: removed.length > 0 || kept.some((value, index) => value !== row.enums[index]) }
}

/** Drafts the changes of a type, only for what differs. */
export function alterationOf(row: TypeDefinition, draft: TypeDraft, known: Held): Draft {
  const before = draftOf(row)
  const problems = { ...problemsOf(draft), ...(row.kind === 'enum' && obstaclesTo(valuePlan(row, draft), known)) }
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const identifier = { schema: row.schema, name: row.name }
  const rest: types.UpdateType = {
    ...(draft.comment !== before.comment && { comment: draft.comment === '' ? null : draft.comment }),
    ...(draft.owner !== before.owner && { owner: draft.owner }),
    ...(draft.schema !== before.schema && { schema: draft.schema }),
    ...(draft.name !== before.name && { name: draft.name }),
  }
  const drafted = attempt(() => {
    const parts = partsOf(row, before, draft)
    const commands: Command[] =
      row.kind === 'enum' && valuePlan(row, draft).isRewrite
        ? [
            // renames come first, so that rows keep their values
            ...(parts.values === undefined ? [] : [types.updateByName(identifier, parts)]),
            types.replaceValues(identifier, { values: draft.values.map(({ value }) => value) }),
            ...(Object.keys(rest).length === 0 ? [] : [types.updateByName(identifier, rest)]),
          ]
        : Object.keys({ ...parts, ...rest }).length === 0
          ? []
          : [types.updateByName(identifier, { ...parts, ...rest })]
    return { name: typeFormText.alteration(row.name), commands }
  })
  return drafted.kind === 'change' && drafted.change.commands.length === 0 ? { kind: 'unchanged' } : drafted
}

/** Returns what prevents the change of an enum's values. */
function obstaclesTo({ removed, isRewrite }: ValuePlan, { uses, held }: Held): Record<string, string> {
  if (!isRewrite) return {}
  if (uses === undefined || (removed.length > 0 && held === undefined)) return { values: text.checking }
  if (uses.others !== null) {
    return { values: text.others(uses.others) }
  }
  const [first, ...more] = held ?? []
  if (removed.length > 0 && first !== undefined) {
    const place = `${first.schema}.${first.table}.${first.column}`
    return {
      values: text.held(first.value, first.rows, formatNumber(first.rows), place, more.length),
    }
  }
  const preset = uses.columns.find(({ default_value: value }) => removed.some((gone) => value?.startsWith(`'${gone.replaceAll("'", "''")}'::`)))
  if (preset !== undefined) return { values: text.preset(`${preset.schema}.${preset.table}.${preset.column}`) }
  return {}
}

function partsOf(row: TypeDefinition, before: TypeDraft, draft: TypeDraft): types.UpdateType {
  if (row.kind === 'enum') return valuesOf(row, draft)
  if (row.kind === 'composite') {
    const attributes = attributesOf(before, draft)
    return attributes.length === 0 ? {} : { attributes }
  }
  if (row.kind !== 'domain') return {}
  const checks = checksOf(before, draft)
  return {
    ...(checks.length > 0 && { checks }),
    ...(draft.default.trim() !== before.default && { default_value: draft.default.trim() === '' ? null : draft.default }),
    ...(draft.isRequired !== before.isRequired && { not_null: draft.isRequired }),
  }
}

/** Renames values and, unless the type is replaced, adds new ones, each next to its neighbor. */
function valuesOf(row: TypeDefinition, draft: TypeDraft): types.UpdateType {
  const plan = valuePlan(row, draft)
  const renames = rename(
    draft.values.flatMap(({ from, value }) => (from === null ? [] : [{ from, to: value }])),
    row.enums,
  )
  const firstKept = draft.values.find(({ from }) => from !== null)
  const added = plan.isRewrite
    ? []
    : draft.values.flatMap(({ from, value }, index): { readonly add: string; readonly before?: string; readonly after?: string }[] => {
        if (from !== null) return []
        const previous = draft.values[index - 1]
        if (previous !== undefined) return [{ add: value, after: previous.value }]
        return [{ add: value, ...(firstKept !== undefined && { before: firstKept.value }) }]
      })
  const values = [...renames, ...added]
  return values.length === 0 ? {} : { values }
}

function attributesOf(before: TypeDraft, draft: TypeDraft) {
  const cascade = draft.isCascade ? { cascade: true } : {}
  const kept = draft.attributes.filter(({ from }) => from !== null)
  const dropped = before.attributes.filter(({ name }) => kept.every(({ from }) => from !== name))
  const remaining = before.attributes.filter((attribute) => !dropped.includes(attribute)).map(({ name }) => name)
  return [
    ...dropped.map(({ name }) => ({ drop: name, ...cascade })),
    ...rename(
      kept.map(({ from, name }) => ({ from: from!, to: name })),
      remaining,
    ).map((change) => ({ ...change, ...cascade })),
    ...kept
      .filter(({ from, type }) => before.attributes.some((old) => old.name === from && old.type !== type.trim()))
      .map(({ name, type }) => ({ alter: name, type: type.trim(), ...cascade })),
    ...draft.attributes.filter(({ from }) => from === null).map(({ name, type }) => ({ add: { name, type: type.trim() }, ...cascade })),
  ]
}

function checksOf(before: TypeDraft, draft: TypeDraft) {
  const isSame = (from: string | null) => (old: TypeDraft['checks'][number]) => old.name === from
  // a check with another expression is a new check
  const isKept = ({ from, expression }: TypeDraft['checks'][number]) =>
    from !== null && before.checks.find(isSame(from))?.expression === expression.trim()
  const kept = draft.checks.filter(isKept)
  const dropped = before.checks.filter(({ name }) => kept.every(({ from }) => from !== name))
  return [
    ...dropped.map(({ name }) => ({ drop: name })),
    ...rename(
      kept.flatMap(({ from, name }) => (name === '' ? [] : [{ from: from!, to: name }])),
      kept.map(({ from }) => from!),
    ),
    ...kept
      .filter(({ from, isValidated }) => isValidated && before.checks.find(isSame(from))?.isValidated === false)
      .map(({ from, name }) => ({ validate: name === '' ? from! : name })),
    ...draft.checks.filter((check) => !isKept(check)).map((check) => ({ add: checkOf(check), ...(!check.isValidated && { not_valid: true }) })),
  ]
}
