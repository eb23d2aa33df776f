/** A name as SQL has it: in a schema, or searched for. */
export interface NameParts {
  readonly schema: string | null
  readonly name: string
}

const part = String.raw`("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`
const pattern = new RegExp(String.raw`^\s*(?:${part}\s*\.\s*)?${part}\s*$`, 'u')

/** Reads a name that somebody wrote, quoted or not; null for what is none. */
export function readName(text: string): NameParts | null {
  const [, schema, name] = pattern.exec(text) ?? []
  return name === undefined ? null : { schema: schema === undefined ? null : plain(schema), name: plain(name) }
}

/** The same, written so that it is read again: quoted where it has to be. */
export function nameText({ schema, name }: { readonly schema?: string | null | undefined; readonly name: string }): string {
  return [schema ?? null, name]
    .flatMap((text) => (text === null ? [] : [/^[a-z_][a-z0-9_]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`]))
    .join('.')
}

const plain = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase())
