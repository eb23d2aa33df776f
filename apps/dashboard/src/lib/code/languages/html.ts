import { htmlLanguage } from '@codemirror/lang-html'
import type { Extension } from '@codemirror/state'
import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'

/** `{{ .Email }}`, which stands for a value wherever it is. */
const values = new MatchDecorator({ regexp: /\{\{[^{}\n]*\}\}/g, decoration: Decoration.mark({ class: 'cm-template-value' }) })

const marked = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = values.createDeco(view)
    }

    update(update: ViewUpdate): void {
      this.decorations = values.updateDeco(update, this.decorations)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

/** HTML with styles, as mails have it, and the values that templates put in. */
export const htmlTemplates: Extension = [htmlLanguage, marked]
