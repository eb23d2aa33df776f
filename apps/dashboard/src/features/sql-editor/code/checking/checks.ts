import type { Diagnostic } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { whenIdle } from '../../../../lib/late/when-idle.ts'
import { statementAnalyzer } from '../../../../lib/sql-text/statement-analyzer.ts'
import { checkDelayMs } from '../../limits.ts'
import { catalogField } from '../catalog/catalog-field.ts'
import type { SqlCatalog } from '../catalog/sql-catalog.ts'
import { relationsNeeded } from '../reading/describe.ts'
import { readPart } from '../sending/read-part.ts'
import { statementField } from '../statements/statement-field.ts'
import { showMarks } from './diagnostics.ts'
import { changesNames, createdNames, unknownNames } from './name-check.ts'
import { strayMarks } from './stray-marks.ts'
import { SyntaxChecker, syntaxMarks } from './syntax-check.ts'

/** A text with more statements is a load of data; only the first of them are compared with the catalog. */
const maxNamedStatements = 500
/** Longer statements are not compared with the catalog. */
const maxNamedLength = 20_000

/** Marks what is wrong while one writes: once the keys rest and the browser has time, and only where the text changed. */
export const checks: Extension = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView
    readonly #checker = new SyntaxChecker((text) => statementAnalyzer().analyze(text))
    /** What the database was asked for once more because of it. */
    readonly #doubted = new Set<string>()
    #timer: ReturnType<typeof setTimeout> | undefined
    #round = 0

    constructor(view: EditorView) {
      this.#view = view
      this.#schedule()
    }

    update(update: ViewUpdate) {
      const isNewCatalog = update.startState.field(catalogField) !== update.state.field(catalogField)
      if (update.docChanged || isNewCatalog) this.#schedule()
    }

    destroy() {
      this.#round += 1
      clearTimeout(this.#timer)
    }

    #schedule() {
      this.#round += 1
      clearTimeout(this.#timer)
      const round = this.#round
      this.#timer = setTimeout(() => whenIdle(() => void this.#check(round), 1_000), checkDelayMs)
    }

    async #check(round: number) {
      const isStale = () => round !== this.#round
      if (isStale()) return
      const { state } = this.#view
      showMarks(this.#view, 'strays', strayMarks(state))
      const ranges = state.field(statementField)?.slice()
      if (ranges === undefined) {
        showMarks(this.#view, 'grammar', [])
        showMarks(this.#view, 'names', [])
        return
      }
      const texts = ranges.filter(({ kind }) => kind === 'sql').map(({ from, to }) => state.sliceDoc(from, to))
      const verdicts = await this.#checker.check([...new Set(texts)], isStale)
      if (verdicts === null || isStale()) return
      showMarks(this.#view, 'grammar', [...syntaxMarks(state, ranges, verdicts), ...explainedMarks(this.#view)])
      const catalog = state.field(catalogField)
      const names = catalog === null ? [] : await namesMarks(this.#view, catalog, (text) => verdicts.get(text) == null)
      if (isStale()) return
      // somebody else may have made it since
      const isNew = names.filter(({ message }) => !this.#doubted.has(message))
      if (isNew.length > 0 && catalog?.renew() === true) for (const { message } of isNew) this.#doubted.add(message)
      else showMarks(this.#view, 'names', names)
    }
  },
)

/** Commands of psql's and copies from a terminal are explained at their line. */
function explainedMarks({ state }: EditorView): Diagnostic[] {
  return state
    .field(statementField)!
    .slice()
    .flatMap(({ from, to, kind }) => {
      if (kind === 'sql') return []
      const { refusals } = readPart(state.sliceDoc(from, to))
      // the rows of a copy follow its statement
      const words = kind === 'copy' && refusals.length === 0 ? readPart(`${state.sliceDoc(from, to)};`).refusals : refusals
      return words.map((refusal): Diagnostic => ({
        from: from + refusal.span.from,
        to: from + refusal.span.to,
        severity: 'info',
        message: refusal.words,
      }))
    })
}

async function namesMarks({ state }: EditorView, catalog: SqlCatalog, isRight: (text: string) => boolean): Promise<Diagnostic[]> {
  const text = state.doc.toString()
  if (changesNames(text)) return []
  const created = createdNames(text)
  const statements = state
    .field(statementField)!
    .slice()
    .filter(({ kind, from, to }) => kind === 'sql' && to - from <= maxNamedLength)
    .slice(0, maxNamedStatements)
    .map(({ from, to }) => ({ from, own: text.slice(from, to) }))
    .filter(({ own }) => isRight(own))
  await catalog.load([...new Set(statements.flatMap(({ own }) => relationsNeeded(own, catalog)))])
  return statements.flatMap(({ from, own }) =>
    unknownNames(own, catalog, created).map(({ span, message }): Diagnostic => ({
      from: from + span.from,
      to: from + span.to,
      severity: 'warning',
      message,
    })),
  )
}
