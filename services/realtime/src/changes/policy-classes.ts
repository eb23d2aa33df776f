/** Callers who get the same answers from a table's policies, or that there is no need to ask. */
export type Visibility = 'all' | 'none' | 'role' | 'user' | 'claims'

/** A policy for reading that holds for a role. */
export interface PolicyFacts {
  readonly isPermissive: boolean
  /** Its condition as Postgres stores it (`pg_node_tree`); null for none. */
  readonly tree: string | null
  /** Functions that it calls, by oid: `fixed` for built-in ones that are immutable. Others are not among them. */
  readonly functions: Readonly<Record<string, 'fixed' | 'user' | 'role'>> | null
}

/** Objects below this oid come with Postgres and can't be replaced (`FirstUnpinnedObjectId`). */
const firstUnpinned = 12_000

/** Parts of a condition that depend on nothing but what they are made of. The names differ before Postgres 16. */
const plainNodes: ReadonlySet<string> = new Set([
  'VAR',
  'CONST',
  'OPEXPR',
  'DISTINCTEXPR',
  'NULLIFEXPR',
  'SCALARARRAYOPEXPR',
  'BOOLEXPR',
  'FUNCEXPR',
  'RELABELTYPE',
  'COERCEVIAIO',
  'ARRAYCOERCEEXPR',
  'COLLATEEXPR',
  'CASEEXPR',
  'CASE',
  'CASEWHEN',
  'WHEN',
  'CASETESTEXPR',
  'ARRAYEXPR',
  'ARRAY',
  'COALESCEEXPR',
  'COALESCE',
  'MINMAXEXPR',
  'MINMAX',
  'NULLTEST',
  'BOOLEANTEST',
  // a query without tables: (select auth.uid())
  'SUBLINK',
  'QUERY',
  'FROMEXPR',
  'TARGETENTRY',
])

/** Returns for whom the policies of a role have to be asked apart. What isn't understood is asked for each one's claims. */
export function visibilityOf(policies: readonly PolicyFacts[]): Visibility {
  if (!policies.some(({ isPermissive }) => isPermissive)) return 'none'
  const classes = new Set(policies.map(classOf))
  if (classes.has('claims')) return 'claims'
  return classes.has('user') ? 'user' : 'role'
}

function classOf({ tree, functions }: PolicyFacts): 'role' | 'user' | 'claims' {
  if (tree === null) return 'role'
  // names and texts in it escape their braces and spaces
  for (const [, node] of tree.matchAll(/(?<!\\)\{(\S+)/g)) if (!plainNodes.has(node!)) return 'claims'
  for (const [, operator] of tree.matchAll(/ :opno (\d+)/g)) if (Number(operator) >= firstUnpinned) return 'claims'
  // a value of a custom type is read by its own rules
  if (tree.includes('{COERCEVIAIO')) for (const [, type] of tree.matchAll(/ :resulttype (\d+)/g)) if (Number(type) >= firstUnpinned) return 'claims'
  let found: 'role' | 'user' = 'role'
  for (const [, oid] of tree.matchAll(/ :funcid (\d+)/g)) {
    const kind = functions?.[oid!]
    if (kind === undefined) return 'claims'
    if (kind === 'user') found = 'user'
  }
  return found
}
