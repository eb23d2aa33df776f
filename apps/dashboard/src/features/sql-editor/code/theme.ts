import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the colours of the page: variables only, so that every theme fits. */
const view = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'light-dark(var(--surface), var(--canvas))', color: 'var(--fg)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono, "JetBrains Mono Variable", monospace)', lineHeight: '1.25rem' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--fg)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--fg)', borderLeftWidth: '1.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--accent) 28%, transparent)',
  },
  '.cm-gutters': { backgroundColor: 'light-dark(var(--surface), var(--canvas))', color: 'var(--faint)', border: 'none', paddingLeft: '6px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', padding: '0 8px 0 4px', fontVariantNumeric: 'tabular-nums' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--fg) 3%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--soft)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)', outline: '1px solid var(--line-strong)' },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-tint)', color: 'var(--danger)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--selected)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-tint)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in oklab, var(--warning) 45%, transparent)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow)',
    color: 'var(--fg)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '18rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '1.25rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-tint)', color: 'var(--fg)' },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal', marginLeft: '1.5em' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)', fontWeight: '600' },
  '.cm-completionIcon': { color: 'var(--faint)', opacity: '1' },
  '.cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--fg)', borderColor: 'var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 8px', fontSize: '0.75rem' },
  '.cm-textfield': {
    backgroundColor: 'var(--sunken)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    padding: '2px 6px',
    fontSize: '0.75rem',
  },
  '.cm-button': {
    backgroundColor: 'var(--raised)',
    backgroundImage: 'none',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    padding: '2px 8px',
  },
  '.cm-diagnostic': { fontFamily: 'inherit', fontSize: '0.8125rem', padding: '6px 10px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger-solid)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1px',
    textUnderlineOffset: '3px',
    backgroundColor: 'var(--danger-tint)',
  },
})

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent)' },
  { tag: tags.string, color: 'color-mix(in oklab, var(--warning) 78%, var(--fg))' },
  { tag: tags.special(tags.string), color: 'var(--fg)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'color-mix(in oklab, var(--danger) 55%, var(--fg))' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'color-mix(in oklab, var(--accent) 45%, var(--fg))' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.operator, tags.bracket], color: 'var(--soft)' },
])

export const editorTheme: Extension = [view, syntaxHighlighting(highlight)]
