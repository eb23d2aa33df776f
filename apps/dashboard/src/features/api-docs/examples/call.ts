/** A JSON value, with objects as lists so that integer-like keys stay in place. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly fields: readonly Field[] }

/** A column or an argument with a value. */
export interface Field {
  readonly name: string
  readonly value: Value
}

export interface Filter {
  readonly column: string
  readonly operator: 'eq' | 'gte' | 'ilike' | 'is'
  readonly value: string | number | boolean | null
}

/** What a function takes: named arguments, or the whole body of the request. */
export type Arguments =
  | { readonly kind: 'named'; readonly fields: readonly Field[] }
  | { readonly kind: 'json'; readonly value: Value }
  | { readonly kind: 'text'; readonly mediaType: string; readonly value: string }

/** One request to the data API, independent of the client that sends it. */
export type Call =
  | {
      readonly kind: 'select'
      readonly relation: string
      /** As the `select` parameter has it: quoted names, embeddings. */
      readonly columns: string
      readonly filters: readonly Filter[]
      readonly order?: string | undefined
      readonly limit?: number | undefined
      /** Whether the reply also says how many rows match, beyond the limit: `count=exact`. */
      readonly isCounted?: true | undefined
    }
  | { readonly kind: 'insert'; readonly relation: string; readonly rows: readonly (readonly Field[])[] }
  | { readonly kind: 'upsert'; readonly relation: string; readonly row: readonly Field[]; readonly keys: readonly string[] }
  | { readonly kind: 'update'; readonly relation: string; readonly changes: readonly Field[]; readonly filters: readonly Filter[] }
  | { readonly kind: 'delete'; readonly relation: string; readonly filters: readonly Filter[] }
  | { readonly kind: 'rpc'; readonly name: string; readonly args: Arguments }

/** Where and as whom a request is sent. */
export interface Target {
  readonly url: string
  readonly anonKey: string
  /** null for the default schema, which requests don't name. */
  readonly schema: string | null
}

/**
 * Quotes a column or relation name for a query parameter of the data API if it has characters that separate names there.
 * PostgREST documentation, "Reserved characters".
 */
export function apiName(name: string): string {
  return /^[A-Za-z_][\w$]*$/.test(name) ? name : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** Encodes a name as one segment of a path; a name that needs none stays as it is. */
export function pathName(name: string): string {
  return encodeURIComponent(name)
}

/** Encodes what a query string can't hold, and leaves what makes it readable. */
export const encodeQueryPart = (part: string): string => encodeURIComponent(part).replaceAll('%2C', ',').replaceAll('%3A', ':')
