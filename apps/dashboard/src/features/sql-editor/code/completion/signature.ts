import { type EditorState, type Extension, StateField } from '@codemirror/state'
import { showTooltip, type Tooltip } from '@codemirror/view'
import { tokensOf } from '../../../../lib/sql-text/tokens.ts'
import { focusOf } from '../bodies/focus.ts'
import { catalogField } from '../catalog/catalog-field.ts'
import type { Routine } from '../catalog/sql-catalog.ts'
import { readBlocks } from '../scope/blocks.ts'
import { placeOf } from '../scope/cursor.ts'
import { writtenAt } from '../statements/statement-field.ts'
import { argumentsOf } from './arguments.ts'

/** Signatures of one name that are shown at once. */
const maxSignatures = 5

/** A call that is being written, at its offset in the text, and which of its arguments is. */
interface WrittenCall {
  readonly at: number
  readonly routine: Routine
  readonly argument: number
}

interface Signature extends WrittenCall {
  readonly tooltip: Tooltip
}

/** While the cursor is between the parentheses of a call: the arguments of its function, the one that is written being marked. */
const signatureField = StateField.define<Signature | null>({
  create: () => null,
  update(shown, transaction) {
    if (!transaction.docChanged && transaction.selection === undefined) return shown
    const call = callAt(transaction.state)
    if (call === null || shown === null || call.routine !== shown.routine || call.argument !== shown.argument) return call && signatureOf(call)
    // the same signature: it isn't drawn again
    return call.at === shown.at ? shown : { ...call, tooltip: { ...shown.tooltip, pos: call.at } }
  },
  provide: (field) => showTooltip.from(field, (signature) => signature?.tooltip ?? null),
})

export const signatures: Extension = signatureField

const signatureOf = (call: WrittenCall): Signature => ({
  ...call,
  tooltip: { pos: call.at, above: true, create: () => ({ dom: signatureDom(call) }) },
})

function callAt(state: EditorState): WrittenCall | null {
  const { head, empty } = state.selection.main
  const catalog = state.field(catalogField)
  if (!empty || catalog === null) return null
  const written = writtenAt(state, head)
  // only where a call may be open: most key presses need no more than this
  if (written === null || !written.text.slice(0, head - written.from).includes('(')) return null
  const { kind, text, offset, shift } = focusOf(written.text, head - written.from)
  if (kind !== 'sql') return null
  const all = tokensOf(text)
  const call = placeOf(readBlocks(all), all, offset)?.call
  if (!call) return null
  const routine = catalog.routine(call.path.at(-2) ?? null, call.path.at(-1)!)
  return routine && { at: call.at.from + shift + written.from, routine, argument: call.argument }
}

function signatureDom({ routine: { name, signatures: all }, argument }: WrittenCall): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-info cm-signature'
  const fitting = all.filter(
    (signature) => argumentsOf(signature.arguments).length > argument || /variadic/i.test(signature.arguments) || argument === 0,
  )
  for (const signature of (fitting.length > 0 ? fitting : all).slice(0, maxSignatures)) {
    const line = document.createElement('div')
    line.className = 'cm-info-code'
    line.append(`${name}(`)
    for (const [index, text] of argumentsOf(signature.arguments).entries()) {
      const part = document.createElement(index === argument ? 'b' : 'span')
      part.textContent = text
      line.append(index > 0 ? ', ' : '', part)
    }
    line.append(`) → ${signature.returns}`)
    dom.append(line)
  }
  return dom
}
