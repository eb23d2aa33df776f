import {
  type ComputedRelationship,
  type MediaHandler,
  type Parameter,
  relationKey,
  type Relation,
  type Representation,
  type Routine,
} from '@colonnade/rest-query'
import { quoteIdent } from '@colonnade/sql'
import type { CastRow, ComputedRow, HandlerRow, RoutineRow } from './reading/catalog-rows.ts'
import { fixedTypes, type Types } from './types.ts'

const volatilities = { i: 'immutable', s: 'stable', v: 'volatile' } as const

/** A body of one of these types can be the only, unnamed argument. */
const rawTypes = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])

/** Settings of a function that hold for the whole transaction: they would come too late within it. */
const hoisted = new Set(['statement_timeout', 'default_transaction_isolation'])

/** `relationKey` of relations, by their oid. */
export type RelationKeys = ReadonlyMap<number, string>

export function relationKeysOf(relations: ReadonlyMap<string, Relation>): RelationKeys {
  return new Map([...relations].map(([key, { oid }]) => [oid, key]))
}

/** Functions that a request can call, overloads together. */
export function readRoutines(rows: readonly RoutineRow[], relations: RelationKeys): Map<string, Routine[]> {
  const found = new Map<string, Routine[]>()
  for (const row of rows) {
    const routine = readRoutine(row, relations)
    if (!isCallable(routine.parameters)) continue
    const key = relationKey(routine.schema, routine.name)
    const overloads = found.get(key)
    if (overloads === undefined) found.set(key, [routine])
    else overloads.push(routine)
  }
  return found
}

/** Arguments come by name, apart from a body as it is. */
function isCallable(parameters: readonly Parameter[]): boolean {
  return parameters.every(({ name }) => name !== '') || (parameters.length === 1 && rawTypes.has(parameters[0]!.type))
}

function readRoutine(
  [
    oid,
    schema,
    name,
    description,
    names,
    modes,
    types,
    defaults,
    returned,
    isVoid,
    isSetOf,
    relation,
    isComposite,
    volatility,
    configuration,
  ]: RoutineRow,
  relations: RelationKeys,
): Routine {
  const inputs = types.flatMap((type, place) => {
    const mode = modes?.[place] ?? 'i'
    return mode === 'o' || mode === 't' ? [] : [{ name: names?.[place] ?? '', type, isVariadic: mode === 'v' }]
  })
  // with any OUT, INOUT or TABLE there are columns with names, even if it is only one
  const hasColumns = modes?.some((mode) => mode === 'o' || mode === 'b' || mode === 't') ?? false
  return {
    oid,
    schema,
    name,
    description,
    parameters: inputs.map((input, place) => ({ ...input, isRequired: place < inputs.length - defaults })),
    returns: {
      kind: isVoid ? 'void' : isComposite || hasColumns ? 'composite' : 'scalar',
      isSetOf,
      type: returned,
      relation: relations.get(relation) ?? null,
    },
    volatility: volatilities[volatility],
    settings: Object.fromEntries((configuration ?? []).map(splitSetting).filter(([setting]) => hoisted.has(setting))),
  }
}

function splitSetting(setting: string): [name: string, value: string] {
  const at = setting.indexOf('=')
  return [setting.slice(0, at).toLowerCase(), setting.slice(at + 1)]
}

export function readComputed(rows: readonly ComputedRow[], relations: RelationKeys): ComputedRelationship[] {
  return rows.flatMap(([schema, name, fromOid, toOid, isToOne]): ComputedRelationship[] => {
    const from = relations.get(fromOid)
    const to = relations.get(toOid)
    if (from === undefined || to === undefined) return []
    return [{ kind: 'computed', from, to, isSelf: from === to, schema, function: name, isToOne }]
  })
}

/** Functions of domains' casts, by the domain as SQL. */
export function readRepresentations(rows: readonly CastRow[], types: Types): Map<string, Representation> {
  const found = new Map<string, Representation>()
  for (const [source, target, schema, name] of rows) {
    const function_ = `${quoteIdent(schema)}.${quoteIdent(name)}`
    const change: Partial<Representation> =
      target === fixedTypes.json ? { toJson: function_ } : source === fixedTypes.json ? { fromJson: function_ } : { fromText: function_ }
    const domain = types.domainName(target === fixedTypes.json ? source : target)
    if (domain === undefined) continue
    found.set(domain, { ...(found.get(domain) ?? { toJson: null, fromJson: null, fromText: null }), ...change })
  }
  return found
}

export function readMediaHandlers(rows: readonly HandlerRow[], relations: RelationKeys, types: Types): MediaHandler[] {
  return rows.flatMap(([schema, name, kind, relation, isForAny, domain, mediaType]): MediaHandler[] => {
    const domainName = types.domainName(domain)!
    const shared = { mediaType, schema, name, domain: domainName, baseType: types.baseOf(domain, domainName, -1).name }
    if (kind === 'f') return [{ ...shared, kind: 'function', of: relationKey(schema, name) }]
    const of = isForAny === true ? null : relations.get(relation ?? 0)
    return of === undefined ? [] : [{ ...shared, kind: 'aggregate', of }]
  })
}
