/** A column of a view that is a column of a relation as it stands. */
export interface ViewOrigin {
  /** Its number in the view. */
  readonly column: number
  readonly relation_id: number
  /** Its number in that relation. */
  readonly origin: number
}

/** How deep the target list of the query lies in `({QUERY … :targetList ({TARGETENTRY …} …) …})`. */
const queryDepth = 2
const entryDepth = queryDepth + 2
const targetList = ':targetList ('

/**
 * Reads where the columns of a view come from out of its rule (`pg_rewrite.ev_action`, written by Postgres's nodes/outfuncs.c): braces and
 * parentheses nest, and a backslash takes the meaning from what follows. Postgres itself follows a column through subqueries.
 */
export function viewOrigins(rule: string): ViewOrigin[] {
  const origins: ViewOrigin[] = []
  let depth = 0
  let isInList = false
  let entry = ''
  for (let at = 0; at < rule.length; at += 1) {
    const character = rule[at]!
    if (character === '\\') at += 1
    else if (character === '{' || character === '(') {
      depth += 1
      if (isInList && depth === entryDepth) entry = ''
    } else if (character === '}' || character === ')') {
      if (isInList && depth === entryDepth) origins.push(...readEntry(entry))
      depth -= 1
      if (isInList && depth === queryDepth) return origins
    } else if (character === ':' && depth === queryDepth && rule.startsWith(targetList, at)) isInList = true
    // what an entry itself says, without its expression
    else if (isInList && depth === entryDepth) entry += character
  }
  return origins
}

function readEntry(entry: string): ViewOrigin[] {
  const [, column, relation, origin] = /:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk false/s.exec(entry) ?? []
  return Number(relation ?? 0) === 0 ? [] : [{ column: Number(column), relation_id: Number(relation), origin: Number(origin) }]
}
