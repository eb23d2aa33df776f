/** A value of EXPLAIN (FORMAT JSON). */
export type RawValue = string | number | boolean | null | readonly RawValue[] | { readonly [key: string]: RawValue }

/** A node as FORMAT JSON writes it: its fields by name, in Postgres's order; those below it are "Plans". */
export type RawNode = { readonly [key: string]: RawValue }

/** One explained statement: "Plan", and values of the whole statement, such as "Planning Time". */
export type RawExplain = { readonly [key: string]: RawValue }

export function isRawNode(value: unknown): value is RawNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const childrenOf = (node: RawNode): readonly RawNode[] => listOf(node['Plans']).filter(isRawNode)

export const listOf = (value: RawValue | undefined): readonly RawValue[] => (Array.isArray(value) ? (value as readonly RawValue[]) : [])

export const numberOf = (value: RawValue | undefined): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

export const textOf = (value: RawValue | undefined): string | null => (typeof value === 'string' ? value : null)

/** Reads FORMAT JSON, as Postgres prints it, as `auto_explain` logs it (one object), or as psql shows it with `+` at the end of lines. */
export function readExplainJson(text: string): RawExplain | null {
  const found = parsed(text) ?? parsed(text.replace(/\s*\+\s*$/gm, ''))
  const first: unknown = Array.isArray(found) ? found[0] : found
  if (!isRawNode(first)) return null
  // a plan alone, without what is around it
  if (typeof first['Node Type'] === 'string') return { Plan: first }
  return isRawNode(first['Plan']) && typeof first['Plan']['Node Type'] === 'string' ? first : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
