/** A column of the relation that a column of a view shows; null where it shows an expression. */
export type Origin = readonly [relation: number, column: number] | null

const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Reads from the tree of a view's query (`pg_rewrite.ev_action`) where its columns come from, in their order. Postgres notes it with each
 * entry of the outermost target list, seen through joins, subqueries and common table expressions, though not through UNION and its like.
 * The relation can be a view as well. An entry that can't be read counts as an expression.
 */
export function originsOf(tree: string): Origin[] {
  const origins: Origin[] = []
  let depth = 0
  let entryStart = -1
  /** Behind the last node inside of the entry: what follows are the entry's own fields. */
  let fieldsStart = -1
  for (let at = 0; at < tree.length; at += 1) {
    const code = tree.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === openBrace) {
      depth += 1
      if (depth === 2 && tree.startsWith('TARGETENTRY ', at + 1)) {
        entryStart = at
        fieldsStart = at
      }
    } else if (code === closeBrace) {
      depth -= 1
      if (depth === 2) fieldsStart = at
      else if (depth === 1 && entryStart >= 0) {
        addOrigin(origins, tree.slice(fieldsStart, at))
        entryStart = -1
      } else if (depth === 0) break
    }
  }
  return origins
}

/** Entries of a target list (MaxTupleAttributeNumber of Postgres). */
const entriesMax = 1664

/** Spaces inside of a name are escaped, so that no name can pass for a field. */
function addOrigin(origins: Origin[], fields: string): void {
  const number = field(fields, ' :resno ')
  if (number < 1 || number > entriesMax || fields.includes(' :resjunk true')) return
  const relation = field(fields, ' :resorigtbl ')
  const column = field(fields, ' :resorigcol ')
  while (origins.length < number) origins.push(null)
  // a system column has a negative number, and a whole row none
  if (relation > 0 && column > 0) origins[number - 1] = [relation, column]
}

function field(fields: string, name: string): number {
  const start = fields.indexOf(name)
  if (start < 0) return 0
  const value = Number.parseInt(fields.slice(start + name.length, start + name.length + 12), 10)
  return Number.isNaN(value) ? 0 : value
}
