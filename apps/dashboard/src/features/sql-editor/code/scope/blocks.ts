import type { Span } from '../../../../lib/sql-text/position.ts'
import { nameOf, type Token } from '../../../../lib/sql-text/tokens.ts'
import type { Block, Clause, Cte, Reference, StatementBlocks } from './block.ts'
import { readOutputs } from './outputs.ts'

/** What no alias is without AS: a word that goes on with the statement. */
const goesOn = new Set(
  'where on join inner left right full cross natural using group order having limit offset fetch union intersect except for window returning set values when tablesample as select from default do only and or not lateral with then into'.split(
    ' ',
  ),
)
const verbs = new Set(['select', 'insert', 'update', 'delete', 'merge', 'values', 'with'])
/** Statements whose relation comes after ON. */
const targetAfterOn = new Set([
  'index',
  'policy',
  'trigger',
  'rule',
  'grant',
  'revoke',
  'table',
  'column',
  'publication',
  'all',
  'select',
  'insert',
  'update',
  'delete',
  'statistics',
])

/** Reads the structure of one statement from its tokens. Never fails; parts it can't read are left out. */
export function readBlocks(all: readonly Token[]): StatementBlocks {
  const tokens = all.filter(({ kind }) => kind !== 'comment')
  const closing = pairParentheses(tokens)
  const reader = new BlockReader(tokens, closing)
  reader.readBlock(0, tokens.length, null, new Map())
  return { blocks: reader.blocks, tokens, closing }
}

function pairParentheses(tokens: readonly Token[]): Map<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  for (const [index, { text }] of tokens.entries()) {
    if (text === '(') open.push(index)
    const opening = text === ')' ? open.pop() : undefined
    if (opening !== undefined) closing.set(opening, index)
  }
  for (const opening of open) closing.set(opening, tokens.length)
  return closing
}

interface Alias {
  readonly alias: string | null
  readonly aliasAt: Span | null
  readonly columnNames: readonly string[] | null
  readonly next: number
}

const noAlias = (next: number): Alias => ({ alias: null, aliasAt: null, columnNames: null, next })

class BlockReader {
  readonly blocks: Block[] = []
  readonly #tokens: readonly Token[]
  readonly #closing: ReadonlyMap<number, number>

  constructor(tokens: readonly Token[], closing: ReadonlyMap<number, number>) {
    this.#tokens = tokens
    this.#closing = closing
  }

  #text(index: number): string {
    const token = this.#tokens[index]
    return token === undefined || token.kind === 'quoted' || token.kind === 'string' ? '' : token.text
  }

  #isName(index: number): boolean {
    const kind = this.#tokens[index]?.kind
    return kind === 'word' || kind === 'quoted'
  }

  #span(from: number, to: number): Span {
    return { from: this.#tokens[from]!.from, to: this.#tokens[to]!.to }
  }

  /** A query, or the statement itself, from one token to before another. Gives the first block of it. */
  readBlock(start: number, end: number, outer: Block | null, ctes: ReadonlyMap<string, Cte>): Block {
    const lead = this.#text(start)
    const block = this.#open(verbs.has(lead) ? lead : lead === '' || lead === '(' ? '' : 'utility', start, end, outer, ctes)
    if (block.verb === 'utility') block.clauses.push({ clause: 'utility', at: block.from })
    let current = block
    for (let index = start; index < end;) {
      const word = this.#text(index)
      const isSetOperation = word === 'union' || word === 'intersect' || word === 'except'
      if (isSetOperation && current.verb !== 'utility') {
        const next = /^(?:all|distinct)$/.test(this.#text(index + 1)) ? index + 2 : index + 1
        current.to = this.#tokens[index]!.from
        current = this.#open('select', next, end, outer, block.ctes)
        index = next
        continue
      }
      const begins = verbs.has(word) && this.#beginsQuery(current, index, start)
      if (begins) {
        // what comes after the query belongs to the statement around it: INSERT … SELECT … RETURNING
        const last = current.verb === 'insert' ? this.#endOfSource(index, end) : end
        this.readBlock(index, last, current.verb === 'insert' ? null : current.outer, current.ctes)
        if (last >= end) break
        index = last
        continue
      }
      index = this.#step(current, index, end)
    }
    block.outputs.push(...readOutputs(block, this.#tokens, this.#closing))
    return block
  }

  #open(verb: string, start: number, end: number, outer: Block | null, ctes: ReadonlyMap<string, Cte>): Block {
    const after = this.#tokens[start - 1]
    const next = this.#tokens[end]
    const block: Block = {
      verb,
      from: start === 0 ? 0 : (after?.to ?? 0),
      to: next?.from ?? Number.POSITIVE_INFINITY,
      references: [],
      outputs: [],
      target: null,
      clauses: [],
      ctes: new Map(ctes),
      outer,
    }
    this.blocks.push(block)
    return block
  }

  /** CREATE VIEW … AS select, EXPLAIN select, INSERT INTO t select: a verb in a block of another one. */
  #beginsQuery(current: Block, index: number, start: number): boolean {
    if (index === start) return false
    const word = this.#text(index)
    const before = this.#text(index - 1)
    if (current.verb === 'utility') {
      // FOR SELECT of a policy says when it holds
      if (before === 'for' && this.#text(start + 1) === 'policy') return false
      if (word === 'select' || word === 'with' || word === 'values') return /^(?:as|explain|analyze|verbose|for|\))$/.test(before)
      return /^(?:explain|analyze|verbose|as|\))$/.test(before) && word !== 'with'
    }
    return current.verb === 'insert' && (word === 'select' || word === 'with') && current.clauses.at(-1)?.clause === 'into'
  }

  #endOfSource(start: number, end: number): number {
    for (let index = start; index < end; index += 1) {
      const text = this.#text(index)
      if (text === '(') index = this.#closing.get(index)!
      else if (text === 'returning' || (text === 'on' && this.#text(index + 1) === 'conflict')) return index
    }
    return end
  }

  #step(block: Block, index: number, end: number): number {
    const word = this.#text(index)
    const begin = (clause: Clause) => block.clauses.push({ clause, at: this.#tokens[index]!.to })
    const before = this.#text(index - 1)
    const clause = block.clauses.at(-1)?.clause ?? 'start'
    if (word === '(') return this.#readGroup(block, index, end)
    if (block.verb === 'utility') return this.#stepUtility(block, index, end)
    if (block.verb === 'with' && verbs.has(word) && word !== 'with' && clause === 'with') block.verb = word
    switch (word) {
      case 'with':
        if (clause !== 'start') return index + 1
        begin('with')
        return this.#readCtes(block, index + 1, end)
      case 'select':
        begin('select')
        return index + 1
      case 'from':
        if (before === 'distinct' && this.#text(index - 2) !== 'select') return index + 1
        begin('from')
        return this.#readItem(block, index + 1, end, before === 'delete')
      case 'join':
        begin('from')
        return this.#readItem(block, index + 1, end, false)
      case ',':
        return clause === 'from' ? this.#readItem(block, index + 1, end, false) : index + 1
      case 'on':
        begin(this.#text(index + 1) === 'conflict' ? 'on conflict' : 'on')
        return index + 1
      case 'using':
        // MERGE and DELETE name relations here, a JOIN columns
        if (this.#text(index + 1) === '(' && block.references.length > 1) {
          begin('using')
          return index + 1
        }
        begin('from')
        return this.#readItem(block, index + 1, end, false)
      case 'where':
      case 'having':
      case 'limit':
      case 'window':
      case 'returning':
      case 'values':
        begin(word)
        return index + 1
      case 'offset':
      case 'fetch':
        begin('limit')
        return index + 1
      case 'by':
        if (before === 'group' || before === 'order') begin(before === 'group' ? 'group by' : 'order by')
        return index + 1
      case 'set':
        begin('set')
        return index + 1
      case 'into':
        begin('into')
        return this.#readItem(block, index + 1, end, true)
      case 'update':
        if (/^(?:for|do|key|then)$/.test(before)) return index + 1
        begin('into')
        return this.#readItem(block, index + 1, end, true)
      default:
        return index + 1
    }
  }

  #stepUtility(block: Block, index: number, end: number): number {
    const word = this.#text(index)
    const before = this.#text(index - 1)
    if (word === 'references' && before !== 'create') return this.#readItem(block, index + 1, end, false)
    if (word === 'on' && block.target === null) {
      const next = this.#text(index + 1)
      // GRANT … ON | TO: the name is not written yet
      if (next === 'to') return index + 1
      return this.#readItem(block, targetAfterOn.has(next) ? index + 2 : index + 1, end, true)
    }
    const isTarget = word === 'table' && (before === 'alter' || before === 'truncate' || before === 'foreign' || before === 'lock')
    if (isTarget || word === 'copy' || (word === 'truncate' && this.#text(index + 1) !== 'table')) {
      let next = index + 1
      while (/^(?:if|exists|only)$/.test(this.#text(next))) next += 1
      return this.#readItem(block, next, end, true)
    }
    return index + 1
  }

  /** What is in parentheses: a query, or an expression that may hold some. */
  #readGroup(block: Block, open: number, end: number): number {
    const close = Math.min(this.#closing.get(open)!, end)
    if (verbs.has(this.#text(open + 1))) this.readBlock(open + 1, close, block, block.ctes)
    else for (let index = open + 1; index < close;) index = this.#stepInGroup(block, index, close)
    return close + 1
  }

  #stepInGroup(block: Block, index: number, close: number): number {
    const word = this.#text(index)
    if (word === '(') return this.#readGroup(block, index, close)
    return block.verb === 'utility' && word === 'references' ? this.#readItem(block, index + 1, close, false) : index + 1
  }

  #readCtes(block: Block, start: number, end: number): number {
    let index = this.#text(start) === 'recursive' ? start + 1 : start
    while (index < end && this.#isName(index) && !verbs.has(this.#text(index))) {
      const name = nameOf(this.#tokens[index]!)
      const at = this.#span(index, index)
      index += 1
      let columnNames: readonly string[] | null = null
      if (this.#text(index) === '(') {
        columnNames = this.#namesIn(index)
        index = this.#closing.get(index)! + 1
      }
      while (/^(?:as|not|materialized)$/.test(this.#text(index))) index += 1
      if (this.#text(index) !== '(') {
        block.ctes.set(name, { name, at, query: null, columnNames })
        continue
      }
      const close = Math.min(this.#closing.get(index)!, end)
      // a recursive one sees itself
      block.ctes.set(name, { name, at, query: null, columnNames })
      const query = this.readBlock(index + 1, close, null, block.ctes)
      const { made, next } = this.#readTraversal(close + 1, end)
      if (columnNames === null) query.outputs.push(...made.map((own) => ({ kind: 'column', name: own, of: null }) as const))
      else columnNames = [...columnNames, ...made]
      block.ctes.set(name, { name, at, query, columnNames })
      index = next
      if (this.#text(index) !== ',') break
      index += 1
    }
    return index
  }

  /** SEARCH … SET a, CYCLE … SET b … USING c: what follows the query of a recursive CTE gives it more columns (documentation, 7.8.2). */
  #readTraversal(start: number, end: number): { readonly made: readonly string[]; readonly next: number } {
    const made: string[] = []
    let index = start
    const readNameAfter = (word: string) => {
      while (index < end && this.#text(index) !== word && !verbs.has(this.#text(index)) && this.#text(index) !== '(') index += 1
      if (this.#text(index) !== word || index + 1 >= end || !this.#isName(index + 1)) return
      made.push(nameOf(this.#tokens[index + 1]!))
      index += 2
    }
    while (index < end && /^(?:search|cycle)$/.test(this.#text(index))) {
      const isCycle = this.#text(index) === 'cycle'
      readNameAfter('set')
      if (isCycle) readNameAfter('using')
    }
    return { made, next: index }
  }

  #namesIn(open: number): string[] {
    const names: string[] = []
    for (let index = open + 1; index < this.#closing.get(open)!; index += 1) {
      if (this.#isName(index) && /^[(,]$/.test(this.#text(index - 1))) names.push(nameOf(this.#tokens[index]!))
    }
    return names
  }

  /** An item of FROM, or the relation that is written into. */
  #readItem(block: Block, start: number, end: number, isTarget: boolean): number {
    let index = start
    while (/^(?:lateral|only|table|if|not|exists)$/.test(this.#text(index)) && index < end && this.#text(index + 1) !== '.') index += 1
    if (index >= end) return end
    const found = this.#text(index) === '(' ? this.#readParenthesized(block, index, end) : this.#readNamed(block, index, end, isTarget)
    return found
  }

  #readParenthesized(block: Block, open: number, end: number): number {
    const close = Math.min(this.#closing.get(open)!, end)
    if (!verbs.has(this.#text(open + 1))) {
      // joins in parentheses
      let index = this.#readItem(block, open + 1, close, false)
      while (index < close)
        index = this.#text(index) === 'join' || this.#text(index) === ',' ? this.#readItem(block, index + 1, close, false) : index + 1
      return this.#readAlias(close + 1, end).next
    }
    const query = this.readBlock(open + 1, close, block, block.ctes)
    const { alias, aliasAt, columnNames, next } = this.#readAlias(close + 1, end)
    const at = { from: this.#tokens[open]!.from, to: this.#tokens[Math.min(close, this.#tokens.length - 1)]!.to }
    block.references.push({ schema: null, name: alias ?? '', alias, columnNames, kind: 'query', query, at, aliasAt })
    return next
  }

  #readNamed(block: Block, start: number, end: number, isTarget: boolean): number {
    // a word that goes on with the statement is no name: `from | where …`
    if (!this.#isName(start) || goesOn.has(this.#text(start))) return start
    let last = start
    while (this.#text(last + 1) === '.' && last + 2 < end && this.#isName(last + 2)) last += 2
    const name = nameOf(this.#tokens[last]!)
    const schema = last > start ? nameOf(this.#tokens[last - 2]!) : null
    const at = this.#span(start, last)
    let next = last + 1
    if (this.#text(next) === '.') return next + 1
    const isCall = this.#text(next) === '(' && !isTarget && block.verb !== 'utility'
    if (isCall) {
      next = this.#readGroup(block, next, end)
      if (this.#text(next) === 'with' && this.#text(next + 1) === 'ordinality') next += 2
    }
    const isUtility = block.verb === 'utility'
    const { alias, aliasAt, columnNames, next: after } = isUtility ? noAlias(next) : this.#readAlias(next, end, isTarget)
    const cte = schema === null && !isTarget && !isCall ? block.ctes.get(name) : undefined
    const kind = isCall ? 'function' : cte ? 'cte' : 'relation'
    const names = columnNames ?? cte?.columnNames ?? null
    const reference: Reference = { schema, name, alias, columnNames: names, kind, query: cte?.query ?? null, at, aliasAt }
    block.references.push(reference)
    if (isTarget) block.target ??= reference
    return after
  }

  #readAlias(start: number, end: number, isTarget = false): Alias {
    let index = start
    const isSaid = this.#text(index) === 'as'
    if (isSaid) index += 1
    if (index >= end || !this.#isName(index) || (!isSaid && goesOn.has(this.#text(index)))) return noAlias(index)
    const alias = nameOf(this.#tokens[index]!)
    const aliasAt = this.#span(index, index)
    index += 1
    if (this.#text(index) !== '(' || isTarget) return { alias, aliasAt, columnNames: null, next: index }
    return { alias, aliasAt, columnNames: this.#namesIn(index), next: this.#closing.get(index)! + 1 }
  }
}
