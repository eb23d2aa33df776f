import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import type { Analysis } from '@colonnade/pg-meta/statements'
import { findParameters, standIn } from '../../../../lib/sql-text/parameters.ts'
import { spanAtOffset } from '../../../../lib/sql-text/position.ts'
import type { StatementRange } from '../../../../lib/sql-text/statement-ranges.ts'

/** What is wrong with a statement, at an offset in it; null when nothing is. */
export type Verdict = { readonly message: string; readonly offset: number } | null

/** Statements are sent to the grammar in parts of this length: the first ones are marked soon, and a run's own check need not wait long. */
const maxBatchLength = 50_000

/** Checks statements with Postgres's own grammar. What was checked once is not parsed again, wherever it moves to. */
export class SyntaxChecker {
  readonly #analyze: (text: string) => Promise<Analysis>
  #verdicts: ReadonlyMap<string, Verdict> = new Map()

  constructor(analyze: (text: string) => Promise<Analysis>) {
    this.#analyze = analyze
  }

  /** The verdicts of statements by their texts. `isStale` is asked between parts: a text that has changed since is given up, with null. */
  async check(statements: readonly string[], isStale: () => boolean): Promise<ReadonlyMap<string, Verdict> | null> {
    const known = new Map(statements.map((text) => [text, this.#verdicts.get(text)] as const))
    for (const batch of batches([...known].filter(([, verdict]) => verdict === undefined).map(([text]) => text))) {
      const verdicts = await this.#ask(batch)
      for (const [index, text] of batch.entries()) known.set(text, verdicts[index])
      this.#verdicts = new Map([...this.#verdicts, ...batch.map((text, index) => [text, verdicts[index]!] as const)])
      if (isStale()) return null
    }
    const verdicts = new Map([...known].map(([text, verdict]) => [text, verdict ?? null] as const))
    this.#verdicts = verdicts
    return verdicts
  }

  async #ask(batch: readonly string[]): Promise<Verdict[]> {
    const texts = batch.map(withPlaceholders)
    const analysis = await this.#analyze(texts.map((text) => `${text}\n;\n`).join(''))
    const verdicts: Verdict[] = batch.map(() => null)
    // what the parser could not look at may be right
    if (analysis.kind !== 'statements') return verdicts
    let start = 0
    const starts = texts.map((text) => {
      const own = start
      start += text.length + 3
      return own
    })
    for (const { problem } of analysis.statements) {
      if (problem === null) continue
      const index = Math.max(
        0,
        starts.findLastIndex((from) => from <= problem.offset),
      )
      const offset = Math.min(problem.offset - starts[index]!, texts[index]!.length)
      const isAtEnd = offset >= texts[index]!.length
      verdicts[index] ??= { message: isAtEnd ? 'syntax error at end of statement' : problem.message, offset }
    }
    return verdicts
  }
}

function* batches(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = []
  let length = 0
  for (const text of texts) {
    if (batch.length > 0 && length + text.length > maxBatchLength) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(text)
    length += text.length
  }
  if (batch.length > 0) yield batch
}

/** Parameters are none of Postgres's grammar: its own take their places, as long as they are. */
function withPlaceholders(text: string): string {
  let result = text
  for (const place of findParameters(text)) result = result.slice(0, place.from) + standIn(place) + result.slice(place.to)
  return result
}

/** The marks of what is wrong. A statement that is being written and only lacks its end is left alone. */
export function syntaxMarks(state: EditorState, ranges: readonly StatementRange[], verdicts: ReadonlyMap<string, Verdict>): Diagnostic[] {
  const { head } = state.selection.main
  return ranges.flatMap(({ from, to, kind }): Diagnostic[] => {
    const verdict = kind === 'sql' ? verdicts.get(state.sliceDoc(from, to)) : null
    if (!verdict) return []
    const text = state.sliceDoc(from, to)
    const isBeingWritten = verdict.offset >= text.length && head >= from && head <= to + 1
    // in the place of a parameter anything may come
    const isParameter = findParameters(text).some((place) => place.from <= verdict.offset && verdict.offset < place.to)
    if (isBeingWritten || isParameter) return []
    const span = spanAtOffset(text, verdict.offset)
    return [{ from: from + span.from, to: from + Math.max(span.to, span.from + 1), severity: 'error', message: verdict.message }]
  })
}
