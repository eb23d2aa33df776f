import { autocompletion, type Completion, type CompletionContext, insertCompletionText, pickedCompletion, snippet } from '@codemirror/autocomplete'
import { Compartment, EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { type Command, EditorView, keymap } from '@codemirror/view'
import { tokensOf } from '../../../../lib/sql-text/tokens.ts'
import { focusOf, rowsOf } from '../bodies/focus.ts'
import { catalogField } from '../catalog/catalog-field.ts'
import type { Relation, SqlCatalog } from '../catalog/sql-catalog.ts'
import { readBlocks } from '../scope/blocks.ts'
import { relationsBehind } from '../scope/columns.ts'
import { writtenAt } from '../statements/statement-field.ts'
import { acceptsBeforeDrawn, interactionDelayMs, type OfferedCompletion, type OfferedResult } from './late-list.ts'
import { suggest, type Suggestion } from './suggest.ts'

/** Longest wait for columns that were not asked for yet; then comes what is known. */
const columnsPatienceMs = 1_500

const ask = StateEffect.define<boolean>()

/** Suggestions were requested at the cursor: they also show up where automatic ones would be in the way. */
const askedField = StateField.define<boolean>({
  create: () => false,
  update: (isAsked, { effects, docChanged, selection }) =>
    effects.find((effect) => effect.is(ask))?.value ?? (isAsked && !docChanged && selection === undefined),
})

/** After a key press suggestions wait for the next one: a list that came, or changed, between two quick keys would hold up the second. */
const typingDelayMs = 50

const offering = (delayMs: number): Extension =>
  autocompletion({
    override: [complete],
    icons: false,
    activateOnTypingDelay: delayMs,
    interactionDelay: interactionDelayMs,
    // as many as are visible at once: every additional row is drawn again with each list
    maxRenderedOptions: 12,
    activateOnCompletion: (completion) => (completion as OfferedCompletion).goesOn === true,
    addToOptions: [{ render: renderKind, position: 20 }],
    optionClass: ({ type = '' }) => `cm-option-${type}`,
  })
const offers = new Compartment()
const [offeredLater, offeredNow] = [offering(typingDelayMs), offering(0)]

/** As if something was typed, but without a wait: CodeMirror's own command waits 50 ms before it looks for any. */
const askForSuggestions: Command = (view) => {
  view.dispatch({ effects: [ask.of(true), offers.reconfigure(offeredNow)], userEvent: 'input.type' })
  return true
}

/** Whoever asked and neither went on nor gave up sees what has become known since. */
const askAgain = (view: EditorView): void => {
  if (view.state.field(askedField)) askForSuggestions(view)
}

const giveUp: Command = (view) => {
  if (view.state.field(askedField)) view.dispatch({ effects: ask.of(false) })
  return false
}

/** Completion from the names of the database and what the statement at the cursor says. */
export const sqlCompletion: Extension = [
  askedField,
  acceptsBeforeDrawn(completeNow),
  // before CodeMirror's own keys
  Prec.highest(
    keymap.of([
      { key: 'Ctrl-Space', run: askForSuggestions },
      { key: 'Escape', run: giveUp },
    ]),
  ),
  EditorView.updateListener.of(({ startState, state, view }) => {
    if (startState.field(catalogField) === null && state.field(catalogField) !== null) askAgain(view)
  }),
  offers.of(offeredLater),
  EditorState.transactionExtender.of(({ startState, docChanged }) =>
    docChanged && offers.get(startState) === offeredNow ? { effects: offers.reconfigure(offeredLater) } : null,
  ),
]

/** Whether it was done in time. */
async function withPatience(work: Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), columnsPatienceMs)
  const isInTime = await Promise.race([work.then(() => true), late.promise])
  clearTimeout(timer)
  return isInTime
}

function complete(context: CompletionContext): OfferedResult | null | Promise<OfferedResult | null> {
  const catalog = context.state.field(catalogField)
  const missing = catalog === null ? [] : missingColumns(context, catalog)
  if (missing.length === 0) return completeNow(context)
  const loading = catalog!.load(missing)
  return withPatience(loading).then((isInTime) => {
    const { view } = context
    if (!isInTime && view) void loading.then(() => askAgain(view))
    return context.aborted ? null : completeNow(context)
  })
}

/** The relations of the statement whose columns are not known yet. */
function missingColumns({ state, pos }: CompletionContext, catalog: SqlCatalog): readonly Relation[] {
  const written = writtenAt(state, pos)
  if (written === null) return []
  const { variables, text } = focusOf(written.text, pos - written.from)
  const { blocks } = readBlocks(tokensOf(text))
  // the table of `orders.` or `shop.orders.`, where a variable is given the type of a column, or one is commented
  const [, schema, named = ''] = /(?:([\p{L}_][\p{L}\p{N}_$]*)\.)?([\p{L}_][\p{L}\p{N}_$]*)\.[\p{L}\p{N}_$]*$/u.exec(text) ?? []
  const behind = [
    ...relationsBehind(blocks, catalog),
    ...relationsBehind(rowsOf(variables), catalog),
    catalog.relation(schema?.toLowerCase() ?? null, named.toLowerCase()),
  ]
  return behind.filter((relation) => relation !== null && catalog.details(relation) === undefined).map((relation) => relation!)
}

function completeNow({ state, pos, explicit }: CompletionContext): OfferedResult | null {
  const written = writtenAt(state, pos)
  const found = written && suggest(written.text, pos - written.from, state.field(catalogField), explicit || state.field(askedField))
  if (!found) return null
  const { from, to, options, word } = found
  return {
    from: from + written.from,
    to: to + written.from,
    options: options.map(completionOf),
    filter: false,
    getMatch: ({ label }) => matchOf(label, word),
  }
}

function completionOf({ label, apply, detail, kind, hasFields, goesOn }: Suggestion): OfferedCompletion {
  const isPlain = hasFields !== true
  return {
    label,
    detail,
    type: kind,
    apply: isPlain
      ? (view, completion, from, to) =>
          view.dispatch({ ...insertCompletionText(view.state, apply, from, to), annotations: pickedCompletion.of(completion) })
      : snippet(apply),
    ...(goesOn && { goesOn }),
  }
}

/** The part of a label that fits the word. */
function matchOf(label: string, word: string): readonly number[] {
  if (word === '') return []
  const lower = label.toLowerCase()
  const wanted = word.toLowerCase()
  const at = lower.startsWith(wanted) ? 0 : lower.search(new RegExp(`(?<=[_\\s.("])${wanted.replaceAll(/[\\^$.|()[\]{}*+?]/g, String.raw`\$&`)}`))
  return at < 0 ? [] : [at, at + wanted.length]
}

const letters: Readonly<Record<string, string>> = {
  column: 'C',
  variable: 'v',
  table: 'T',
  view: 'V',
  cte: 'Q',
  alias: 'A',
  function: 'ƒ',
  type: 't',
  schema: 'S',
  role: 'R',
  keyword: '',
  snippet: '…',
  join: '⋈',
}

/** One letter for what it is; the words say it too, so it is not read out. */
function renderKind({ type = '' }: Completion): Node {
  const mark = document.createElement('span')
  mark.className = `cm-option-kind cm-option-kind-${type}`
  mark.textContent = letters[type] ?? ''
  mark.ariaHidden = 'true'
  return mark
}
