import type { CompletionCatalog } from '@colonnade/pg-meta/completion'
import { maxDetailedRelations, type FunctionDetails, type RelationDetails } from '@colonnade/pg-meta/completion-details'
import { quoteIdent } from '@colonnade/sql'
import { NameIndex } from './name-index.ts'

export interface Relation {
  readonly schema: string
  readonly name: string
  /** pg_class.relkind */
  readonly kind: string
  readonly id: number
  /** It can be named without its schema. */
  readonly isNear: boolean
}

/** The functions of a name in a schema. */
export interface Routine {
  readonly schema: string
  readonly name: string
  readonly isNear: boolean
  readonly signatures: readonly { readonly arguments: string; readonly returns: string; readonly kind: string }[]
}

/** What asks the database. */
export interface CatalogSource {
  relations(ids: readonly number[]): Promise<readonly RelationDetails[]>
  functions(schema: string | null, name: string): Promise<readonly FunctionDetails[]>
  /** Reloads all names, which creates a new catalog; false if they are recent enough. */
  renew(): boolean
}

/** Calls within this belong together: the relations of one statement are asked for at once. */
const gatherMs = 10

/** Holds the names of a database for searching, and loads columns of its relations on demand. Re-created when the catalog changes. */
export class SqlCatalog {
  readonly searchPath: readonly string[]
  readonly schemas: readonly string[]
  readonly roles: readonly string[]
  readonly relations: NameIndex<Relation>
  readonly farRelations: NameIndex<Relation>
  readonly routines: NameIndex<Routine>
  readonly types: NameIndex<{ readonly name: string; readonly text: string }>
  readonly schemaRelations: ReadonlyMap<string, readonly Relation[]>
  readonly #relations = new Map<string, Relation>()
  readonly #routines = new Map<string, Routine>()
  readonly #details = new Map<number, RelationDetails | null>()
  readonly #asked = new Map<number, Promise<void>>()
  readonly #source: CatalogSource
  #gathered: { readonly ids: Set<number>; readonly answer: Promise<void> } | null = null

  constructor(own: CompletionCatalog, builtin: CompletionCatalog | null, source: CatalogSource) {
    this.#source = source
    this.searchPath = own.search_path
    this.schemas = own.schemas
    this.roles = own.roles
    const near = new Set([...own.search_path, 'pg_catalog'])
    const relations = [...own.relations, ...(builtin?.relations ?? [])].map(([schema, name, kind, id]): Relation => {
      return { schema, name, kind, id, isNear: near.has(schema) }
    })
    for (const relation of relations) this.#relations.set(keyOf(relation.schema, relation.name), relation)
    const isBuiltin = ({ schema }: Relation) => schema === 'pg_catalog' || schema === 'information_schema'
    const visible = relations.filter((relation) => !isBuiltin(relation) && relation.isNear)
    this.relations = new NameIndex(visible, ({ name }) => name)
    this.farRelations = new NameIndex(
      relations.filter((relation) => isBuiltin(relation) || !relation.isNear),
      ({ name }) => name,
    )
    this.schemaRelations = Map.groupBy(relations, ({ schema }) => schema)
    const routines = [...own.functions, ...(builtin?.functions ?? [])]
    for (const [schema, name, args, returns, kind] of routines) {
      const key = keyOf(schema, name)
      const signature = { arguments: args, returns, kind }
      const known = this.#routines.get(key)
      this.#routines.set(key, { schema, name, isNear: near.has(schema), signatures: [...(known?.signatures ?? []), signature] })
    }
    this.routines = new NameIndex([...this.#routines.values()], ({ name }) => name)
    const types = [...own.types, ...(builtin?.types ?? [])].map(([schema, name]) => {
      // those of Postgres itself come as people write them: timestamp with time zone
      if (schema === 'pg_catalog') return { name, text: name }
      return { name, text: near.has(schema) ? quoteIdent(name) : `${quoteIdent(schema)}.${quoteIdent(name)}` }
    })
    this.types = new NameIndex(types, ({ name }) => name)
  }

  /** A relation by its name, looked for as Postgres looks for it. */
  relation(schema: string | null, name: string): Relation | null {
    return this.#find(this.#relations, schema, name)
  }

  routine(schema: string | null, name: string): Routine | null {
    return this.#find(this.#routines, schema, name)
  }

  /** Null when it is gone; undefined when it has not been asked for yet. */
  details(relation: Relation): RelationDetails | null | undefined {
    return this.#details.get(relation.id)
  }

  /** Asks for the columns of relations that are not known yet; what can't be had is left out. */
  async load(relations: readonly Relation[]): Promise<void> {
    const waits = relations.flatMap(({ id }) => {
      if (this.#details.has(id)) return []
      const asked = this.#asked.get(id) ?? this.#gather(id)
      this.#asked.set(id, asked)
      return [asked]
    })
    await Promise.all(waits)
  }

  functions(schema: string | null, name: string): Promise<readonly FunctionDetails[]> {
    return this.#source.functions(schema, name)
  }

  /** Another has made something since, perhaps: whether a new catalog is on its way. */
  renew(): boolean {
    return this.#source.renew()
  }

  #gather(id: number): Promise<void> {
    if (this.#gathered === null || this.#gathered.ids.size >= maxDetailedRelations) {
      const ids = new Set<number>()
      const answer = new Promise((resolve) => setTimeout(resolve, gatherMs)).then(() => this.#ask(ids))
      this.#gathered = { ids, answer }
    }
    this.#gathered.ids.add(id)
    return this.#gathered.answer
  }

  async #ask(ids: ReadonlySet<number>): Promise<void> {
    if (this.#gathered?.ids === ids) this.#gathered = null
    try {
      const found = await this.#source.relations([...ids])
      for (const id of ids) this.#details.set(id, found.find((details) => details.id === id) ?? null)
    } catch {
      // no error is shown: the next key press retries
      for (const id of ids) this.#asked.delete(id)
    }
  }

  #find<Item>(items: ReadonlyMap<string, Item>, schema: string | null, name: string): Item | null {
    if (schema !== null) return items.get(keyOf(schema, name)) ?? null
    for (const place of ['pg_catalog', ...this.searchPath]) {
      const found = items.get(keyOf(place, name))
      if (found !== undefined) return found
    }
    return null
  }
}

const keyOf = (schema: string, name: string) => `${schema}\0${name}`

/** How a relation or function is written so that it is found. */
export function nameIn({ schema, name, isNear }: Pick<Relation, 'schema' | 'name' | 'isNear'>): string {
  return isNear ? quoteIdent(name) : `${quoteIdent(schema)}.${quoteIdent(name)}`
}
