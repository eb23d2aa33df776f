import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { type Command, EditorView, hoverTooltip, showTooltip, type Tooltip } from '@codemirror/view'
import { catalogField } from '../catalog/catalog-field.ts'
import type { SqlCatalog } from '../catalog/sql-catalog.ts'
import { writtenAt } from '../statements/statement-field.ts'
import { meaningAt, relationsNeeded, type Meaning } from './describe.ts'
import { columnInfo, functionInfo, localInfo, relationInfo } from './meaning-dom.ts'
import { hoverText } from './messages.ts'

/** What the word at an offset of the text stands for, with its place in the text. Asks for columns that are not known yet. */
export async function findMeaning(state: EditorState, offset: number): Promise<Meaning | null> {
  const catalog = state.field(catalogField)
  const written = writtenAt(state, offset)
  if (catalog === null || written === null) return null
  await catalog.load(relationsNeeded(written.text, catalog))
  const meaning = meaningAt(written.text, offset - written.from, catalog)
  if (meaning === null) return null
  const moved = ({ from, to }: { readonly from: number; readonly to: number }) => ({ from: from + written.from, to: to + written.from })
  const span = moved(meaning.span)
  return meaning.kind === 'local' ? { ...meaning, span, definedAt: moved(meaning.definedAt) } : { ...meaning, span }
}

async function infoOf(meaning: Meaning, catalog: SqlCatalog): Promise<HTMLElement> {
  switch (meaning.kind) {
    case 'column':
      return columnInfo(meaning.column)
    case 'local':
      return localInfo(meaning.name, meaning.what)
    case 'relation':
      await catalog.load([meaning.relation])
      return relationInfo(meaning.relation, catalog.details(meaning.relation) ?? null)
    case 'function': {
      const found = await catalog.functions(meaning.schema, meaning.name).catch(() => [])
      return functionInfo(meaning.name, found)
    }
  }
}

async function tooltipAt(state: EditorState, offset: number): Promise<Tooltip | null> {
  const meaning = await findMeaning(state, offset)
  if (meaning === null) return null
  const dom = await infoOf(meaning, state.field(catalogField)!)
  return { pos: meaning.span.from, end: meaning.span.to, above: true, create: () => ({ dom }) }
}

const setInfo = StateEffect.define<Tooltip | null>()

/** The description that was asked for by keyboard; it goes away with the next move. */
const infoField = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, { effects, docChanged, selection }) {
    const asked = effects.find((effect) => effect.is(setInfo))
    if (asked) return asked.value
    return docChanged || selection !== undefined ? null : tooltip
  },
  provide: (field) => showTooltip.from(field),
})

/** Shows, and reads out, what the word at the cursor stands for. */
export const describeAtCursor: Command = (view) => {
  void showDescription(view)
  return true
}

async function showDescription(view: EditorView): Promise<void> {
  const offset = view.state.selection.main.head
  const tooltip = await tooltipAt(view.state, offset)
  if (view.state.selection.main.head !== offset) return
  const lines = tooltip === null ? [] : Array.from(tooltip.create(view).dom.children, ({ textContent }) => textContent)
  const words = lines.length === 0 ? hoverText.unknown : lines.slice(0, 4).join(', ')
  view.dispatch({ effects: [setInfo.of(tooltip), EditorView.announce.of(words)] })
}

/** Closes the description; false when there is none. */
export const closeDescription: Command = (view) => {
  if (view.state.field(infoField) === null) return false
  view.dispatch({ effects: setInfo.of(null) })
  return true
}

export const descriptions: Extension = [
  infoField,
  hoverTooltip((view, offset) => tooltipAt(view.state, offset), { hoverTime: 400, hideOnChange: true }),
]
