import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { editorTheme } from '../code/editor-theme.ts'

export interface DiffTexts {
  /** At the left, or struck out. */
  readonly before: string
  readonly after: string
  /** Accessible names of the two. */
  readonly labels: { readonly before: string; readonly after: string }
  /** PostgreSQL, unless said. */
  readonly language?: Extension | undefined
}

export interface DiffView {
  /** The text at the right as it now is. */
  text(): string
  destroy(): void
}

/** Lines that are the same at both sides are folded, but for these around a change. */
const collapse = { margin: 3, minSize: 6 }
/** Longer texts are compared roughly, so that they don't block the page. */
const diffConfig = { scanLimit: 2_000, timeout: 500 }

const colors = EditorView.theme({
  '&.cm-editor': { height: 'auto', minHeight: '100%' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'color-mix(in oklab, var(--accent) 6%, transparent) !important' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedLine, .cm-deletedChunk': {
    backgroundColor: 'color-mix(in oklab, var(--danger) 6%, transparent) !important',
  },
  '.cm-changedText, .cm-insertedText': { background: 'color-mix(in oklab, var(--accent) 13%, transparent) !important' },
  '&.cm-merge-a .cm-changedText, .cm-deletedText': { background: 'color-mix(in oklab, var(--danger) 13%, transparent) !important' },
  '.cm-deletedChunk .cm-deletedText': { textDecoration: 'none' },
  '.cm-collapsedLines': { background: 'var(--sunken)', color: 'var(--soft)', padding: '2px 12px', fontSize: '0.75rem' },
  // the signs that it brings are in few fonts
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…"' },
  '.cm-changeGutter': { width: '3px', paddingLeft: '1px' },
  '.cm-changedLineGutter': { background: 'var(--accent)' },
})

const shown = (label: string, language: Extension = sql({ dialect: PostgreSQL })): Extension[] => [
  lineNumbers(),
  language,
  editorTheme,
  colors,
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
]
const fixed: Extension[] = [EditorState.readOnly.of(true), EditorView.editable.of(false)]
const edited: Extension[] = [history(), keymap.of([...historyKeymap, ...defaultKeymap])]

/** Two texts beside each other. Where the right one may be edited, each change has a button that takes the left side over. */
export function showSideBySide(parent: HTMLElement, { before, after, labels, language }: DiffTexts, isEditable: boolean): DiffView {
  const view = new MergeView({
    parent,
    a: { doc: before, extensions: [shown(labels.before, language), fixed] },
    b: { doc: after, extensions: [shown(labels.after, language), isEditable ? edited : fixed] },
    collapseUnchanged: collapse,
    diffConfig,
    ...(isEditable && { revertControls: 'a-to-b' as const, renderRevertControl: takeOverButton }),
  })
  return { text: () => view.b.state.doc.toString(), destroy: () => view.destroy() }
}

/** Two texts in one column: what is gone is struck out above what came. */
export function showUnified(parent: HTMLElement, { before, after, labels, language }: DiffTexts): DiffView {
  const view = new EditorView({
    parent,
    doc: after,
    extensions: [
      shown(labels.after, language),
      fixed,
      unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: collapse, diffConfig }),
    ],
  })
  return { text: () => view.state.doc.toString(), destroy: () => view.destroy() }
}

function takeOverButton(): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'flex size-6 items-center justify-center rounded-sm border border-strong bg-raised text-soft hover:text-fg'
  button.textContent = '→'
  button.title = 'Use this change'
  button.setAttribute('aria-label', 'Use this change')
  return button
}
