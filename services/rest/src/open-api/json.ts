/** A part of a document. What is undefined is left out of its JSON. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [name: string]: Json
}

/** A reference to a part of the same document (RFC 6901). */
export function reference(section: 'definitions' | 'parameters', name: string): JsonObject {
  return { $ref: `#/${section}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` }
}

/** The first line of a comment, and what follows it. */
export function splitComment(comment: string | null): { readonly summary: string | undefined; readonly description: string | undefined } {
  if (comment === null) return { summary: undefined, description: undefined }
  const end = comment.indexOf('\n')
  if (end < 0) return { summary: comment, description: undefined }
  const rest = comment.slice(end)
  return { summary: comment.slice(0, end), description: rest.slice(rest.search(/[^\n]|$/)) }
}
