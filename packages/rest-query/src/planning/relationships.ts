import { type Catalog, relationKey, type Relationship } from '../catalog.ts'
import { RestError } from '../rest-error.ts'
import { mostSimilar } from './suggestions.ts'

/** An embedding `target!hint` of a relation. */
export interface Embedding {
  readonly schema: string
  /** The name of the relation that embeds. */
  readonly origin: string
  readonly target: string
  readonly hint: string | null
}

/**
 * Finds the relationship that an embedding means.
 *
 * @throws RestError PGRST200 for none, PGRST201 for several
 */
export function findRelationship(catalog: Catalog, embedding: Embedding): Relationship {
  const all = relationshipsOf(catalog, embedding.schema, embedding.origin)
  const computed = all.find((relationship) => relationship.kind === 'computed' && relationship.function === embedding.target)
  if (computed !== undefined) return computed
  const found = all.filter((relationship) => matches(relationship, embedding))
  if (found.length === 0) throw notFound(catalog, embedding, all)
  if (found.length > 1) throw ambiguous(embedding, found)
  return found[0]!
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.isToOne
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one'
}

/** Returns the name of a relation from its key. */
export function nameOf(key: string): string {
  return key.slice(key.indexOf('\0') + 1)
}

/** Lists relationships whose both ends are in the schema of the request. */
function relationshipsOf(catalog: Catalog, schema: string, origin: string): readonly Relationship[] {
  const all = catalog.relationships.get(relationKey(schema, origin)) ?? []
  return all.filter((relationship) => relationship.to.startsWith(`${schema}\0`))
}

function matches(relationship: Relationship, embedding: Embedding): boolean {
  if (relationship.kind === 'computed') return false
  return relationship.isSelf ? matchesSelf(relationship, embedding) : matchesOther(relationship, embedding)
}

type Detected = Exclude<Relationship, { kind: 'computed' }>

/** Matches a relation with itself: its name means the many that refer to a row, the column means the one that a row refers to. */
function matchesSelf(relationship: Detected, { target, hint }: Embedding): boolean {
  const isName = nameOf(relationship.to) === target
  if (relationship.kind === 'many-to-many') return isName && hint !== null && hint === nameOf(relationship.junction)
  const isForward = relationship.kind === 'many-to-one' || (relationship.kind === 'one-to-one' && relationship.isForward)
  if (hint === null) return isForward ? isSingleColumn(relationship, target) || relationship.constraint === target : isName
  return isName && !isForward && (isSingleColumn(relationship, hint) || relationship.constraint === hint)
}

function matchesOther(relationship: Detected, { target, hint }: Embedding): boolean {
  const isName = nameOf(relationship.to) === target
  if (hint === null) {
    if (isName) return true
    if (relationship.kind === 'many-to-many' || relationship.touchesView) return false
    return relationship.constraint === target || isSingleColumn(relationship, target)
  }
  if (!isName) return false
  if (relationship.kind === 'many-to-many') return nameOf(relationship.junction) === hint
  return relationship.constraint === hint || isSingleColumn(relationship, hint) || isSingleReferenced(relationship, hint)
}

/** Tests if a column is the foreign key's only one. */
function isSingleColumn(relationship: Exclude<Detected, { kind: 'many-to-many' }>, column: string): boolean {
  if (relationship.columns.length !== 1) return false
  const [from, to] = relationship.columns[0]!
  return (relationship.isForward ? from : to) === column
}

function isSingleReferenced(relationship: Exclude<Detected, { kind: 'many-to-many' }>, column: string): boolean {
  if (relationship.columns.length !== 1) return false
  const [from, to] = relationship.columns[0]!
  return (relationship.isForward ? to : from) === column
}

function notFound(catalog: Catalog, { schema, origin, target, hint }: Embedding, all: readonly Relationship[]): RestError {
  const using = hint === null ? '' : ` using the hint '${hint}'`
  return new RestError(400, 'PGRST200', `Could not find a relationship between '${origin}' and '${target}' in the schema cache`, {
    details: `Searched for a foreign key relationship between '${origin}' and '${target}'${using} in the schema '${schema}', but no matches were found.`,
    hint: suggestion(catalog, schema, origin, target, all),
  })
}

function suggestion(catalog: Catalog, schema: string, origin: string, target: string, all: readonly Relationship[]): string | null {
  if (all.length > 0) {
    const similar = mostSimilar(
      target,
      all.map(({ to }) => nameOf(to)),
    )
    return similar === null || similar === target ? null : `Perhaps you meant '${similar}' instead of '${target}'.`
  }
  const prefix = `${schema}\0`
  const origins = [...catalog.relationships.keys()].filter((key) => key.startsWith(prefix)).map(nameOf)
  const similar = mostSimilar(origin, origins)
  return similar === null || similar === origin ? null : `Perhaps you meant '${similar}' instead of '${origin}'.`
}

function ambiguous({ origin, target }: Embedding, found: readonly Relationship[]): RestError {
  const detected = found.filter((relationship) => relationship.kind !== 'computed')
  const choices = detected.map((relationship) => {
    const hint = relationship.kind === 'many-to-many' ? nameOf(relationship.junction) : relationship.constraint
    return `'${nameOf(relationship.to)}!${hint}'`
  })
  return new RestError(300, 'PGRST201', `Could not embed because more than one relationship was found for '${origin}' and '${target}'`, {
    details: detected.map(describe),
    hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
  })
}

function describe(relationship: Detected): { cardinality: string; relationship: string; embedding: string } {
  const from = nameOf(relationship.from)
  const to = nameOf(relationship.to)
  const list = (columns: readonly string[]): string => `(${columns.join(', ')})`
  const embedding = `${from} with ${to}`
  if (relationship.kind === 'many-to-many') {
    const { junction, constraints, fromColumns, toColumns } = relationship
    const source = `${constraints[0]}${list(fromColumns.map(([, column]) => column))}`
    const target = `${constraints[1]}${list(toColumns.map(([column]) => column))}`
    return { cardinality: relationship.kind, relationship: `${nameOf(junction)} using ${source} and ${target}`, embedding }
  }
  const source = `${from}${list(relationship.columns.map(([column]) => column))}`
  const target = `${to}${list(relationship.columns.map(([, column]) => column))}`
  return { cardinality: relationship.kind, relationship: `${relationship.constraint} using ${source} and ${target}`, embedding }
}
