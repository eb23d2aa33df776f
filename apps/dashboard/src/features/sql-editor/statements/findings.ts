import {
  type Analysis,
  type AnalyzedStatement,
  type Danger,
  type MatchedRows,
  type RelationName,
  relationText,
  type TableLock,
} from '@colonnade/pg-meta/statements'

/** One thing about a statement that is worth knowing before it runs. */
export type FindingItem =
  | { readonly kind: 'danger'; readonly danger: Danger }
  | { readonly kind: 'lock'; readonly lock: TableLock }
  /** A table is created and no statement enables its row-level security; `others` are tables of statements grouped with this one. */
  | { readonly kind: 'unsecured'; readonly relation: RelationName; readonly others: readonly RelationName[] }
  /** A table's row-level security is switched off. */
  | { readonly kind: 'opened'; readonly relation: RelationName }
  /** Postgres will refuse it: beside other statements, or in the transaction that is open. */
  | { readonly kind: 'misplaced'; readonly why: 'beside others' | 'open transaction' }
  /** It changes the rows that its condition finds. */
  | { readonly kind: 'matched'; readonly matched: MatchedRows }
  /** It changes something, which the production lock asks about. */
  | { readonly kind: 'change' }

/** A statement with something to be known about. */
export interface Finding {
  /** Its place among the statements of the text, from 0. */
  readonly index: number
  /** Of the editor. */
  readonly line: number
  /** Its beginning, on one line. */
  readonly excerpt: string
  /** Its whole text. */
  readonly text: string
  readonly items: readonly FindingItem[]
}

export interface FindingsContext {
  /** The line of the editor that the text begins on. */
  readonly firstLine: number
  readonly isInTransaction: boolean
  readonly isLocked: boolean
  /** Each statement is committed before the next one runs. */
  readonly commitsEach: boolean
}

const excerptCharacters = 90

/** Returns what to know before a run, statement by statement; nothing if the SQL couldn't be parsed. */
export function listFindings(
  text: string,
  analysis: Analysis,
  { firstLine, isInTransaction, isLocked, commitsEach }: FindingsContext,
): readonly Finding[] {
  if (analysis.kind !== 'statements') return []
  const { statements } = analysis
  const lineAt = linesOf(text, firstLine)
  const secured = new Set(securedIn(statements))
  const routines = new Map<string, readonly Danger[]>()
  return statements.flatMap((statement, index): Finding[] => {
    const line = lineAt(statement.start)
    const isClosed = (relation: RelationName) => securedIn(statements.slice(index + 1)).includes(relationText(relation))
    const isAlone = commitsEach || statements.length === 1
    const items = itemsOf(statement, { secured, isClosed, routines, isInTransaction, isLocked, isAlone })
    const routine = statement.classification?.routine
    if (routine) routines.set(routine.name, routine.dangers)
    if (items.length === 0) return []
    const own = text.slice(statement.start, statement.end)
    return [{ index, line, excerpt: excerptOf(own), text: own, items }]
  })
}

interface ItemsContext {
  readonly secured: ReadonlySet<string>
  /** Whether a later statement switches its row-level security on. */
  readonly isClosed: (relation: RelationName) => boolean
  /** What functions created before it would destroy, by their last names. */
  readonly routines: ReadonlyMap<string, readonly Danger[]>
  readonly isInTransaction: boolean
  readonly isLocked: boolean
  /** It shares its transaction with no other statement of the text. */
  readonly isAlone: boolean
}

function itemsOf({ classification, matched }: AnalyzedStatement, context: ItemsContext): FindingItem[] {
  if (classification === null) return []
  const { locks, madeTables, openedTables, isOutsideTransaction, writes } = classification
  const dangers = [...classification.dangers, ...classification.functions.flatMap((name) => context.routines.get(name.split('.').at(-1)!) ?? [])]
  const items: FindingItem[] = []
  if (isOutsideTransaction && context.isInTransaction) items.push({ kind: 'misplaced', why: 'open transaction' })
  else if (isOutsideTransaction && !context.isAlone) items.push({ kind: 'misplaced', why: 'beside others' })
  for (const danger of dangers) items.push({ kind: 'danger', danger })
  if (matched !== null && dangers.length === 0) items.push({ kind: 'matched', matched })
  for (const lock of locks) items.push({ kind: 'lock', lock })
  for (const relation of madeTables) if (!context.secured.has(relationText(relation))) items.push({ kind: 'unsecured', relation, others: [] })
  for (const relation of openedTables) if (!context.isClosed(relation)) items.push({ kind: 'opened', relation })
  if (context.isLocked && writes && items.length === 0) items.push({ kind: 'change' })
  return items
}

function securedIn(statements: readonly AnalyzedStatement[]): string[] {
  return statements.flatMap(({ classification }) => classification?.securedTables.map(relationText) ?? [])
}

/** The same, with statements of which nothing is known but that they make an unsecured table told as one, at the place of the first. */
export function gatherUnsecured(findings: readonly Finding[]): readonly Finding[] {
  const lone = findings.flatMap((finding) => {
    const [item, ...more] = finding.items
    return item?.kind === 'unsecured' && more.length === 0 ? [{ finding, relation: item.relation }] : []
  })
  const [first, ...others] = lone
  if (first === undefined || others.length === 0) return findings
  const gathered: Finding = {
    ...first.finding,
    excerpt: `${first.finding.excerpt} … and ${others.length} more`,
    items: [{ kind: 'unsecured', relation: first.relation, others: others.map(({ relation }) => relation) }],
  }
  const rest = new Set(others.map(({ finding }) => finding))
  return findings.flatMap((finding) => (finding === first.finding ? [gathered] : rest.has(finding) ? [] : [finding]))
}

/** The line of an offset; offsets must come in order. */
function linesOf(text: string, firstLine: number): (offset: number) => number {
  let line = firstLine
  let counted = 0
  return (offset) => {
    for (let end = text.indexOf('\n', counted); end >= 0 && end < offset; end = text.indexOf('\n', counted)) {
      line += 1
      counted = end + 1
    }
    return line
  }
}

/** "drop table a, b" on one line, cut where it is long. */
export function excerptOf(statement: string): string {
  // statements may be megabytes long
  const short = statement.slice(0, excerptCharacters * 4).replaceAll(/\s+/g, ' ')
  return short.length <= excerptCharacters && statement.length <= excerptCharacters * 4 ? short : `${short.slice(0, excerptCharacters)}…`
}
