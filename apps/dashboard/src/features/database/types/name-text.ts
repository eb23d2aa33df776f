/** A name in SQL: in a schema, or found through the search path. */
export interface NameParts {
  readonly schema: string | null
  readonly name: string
}

const part = String.raw`("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`
const pattern = new RegExp(String.raw`^\s*(?:${part}\s*\.\s*)?${part}\s*$`, 'u')

/** Parses a name, quoted or not; null if it isn't one. */
export function readName(text: string): NameParts | null {
  const [, schema, name] = pattern.exec(text) ?? []
  return name === undefined ? null : { schema: schema === undefined ? null : plain(schema), name: plain(name) }
}

/** Writes a name so that it parses again, quoted if necessary. */
export function nameText({ schema, name }: { readonly schema?: string | null | undefined; readonly name: string }): string {
  return [schema ?? null, name]
    .flatMap((text) => (text === null ? [] : [/^[a-z_][a-z0-9_]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`]))
    .join('.')
}

const plain = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase())
