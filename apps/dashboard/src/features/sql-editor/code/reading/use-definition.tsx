import type { EditorView } from '@codemirror/view'
import type { FunctionDetails } from '@colonnade/pg-meta/completion-details'
import { toast } from '@colonnade/ui'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { loaded } from '../../../../lib/late/loaded.ts'
import { paths } from '../../../../paths.ts'
import { catalogField } from '../catalog/catalog-field.ts'
import { appendText, selectSpan } from '../parts.ts'
import { findMeaning } from './hover.ts'
import { useDefinitionText } from './messages.ts'

const FunctionDialog = lazy(loaded(() => import('./function-dialog.tsx'), 'FunctionDialog'))

/** Schemas whose relations the table editor does not open. */
const closedSchemas = new Set(['pg_catalog', 'information_schema'])

interface Shown {
  readonly name: string
  readonly functions: readonly FunctionDetails[] | null
}

/** Goes to what a word stands for: a table opens in the table editor, a function shows its text, an alias or CTE is where it is written. */
export function useDefinition(
  projectRef: string,
  view: () => EditorView | null,
): { readonly define: (offset: number) => void; readonly dialog: ReactNode } {
  const navigate = useNavigate()
  const [shown, setShown] = useState<Shown | null>(null)

  const define = async (editor: EditorView, offset: number) => {
    const meaning = await findMeaning(editor.state, offset)
    const catalog = editor.state.field(catalogField)
    if (meaning === null || catalog === null) return toast.error(useDefinitionText.unknown)
    if (meaning.kind === 'local') return selectSpan(editor, meaning.definedAt)
    if (meaning.kind === 'function') {
      setShown({ name: meaning.name, functions: null })
      const functions = await catalog.functions(meaning.schema, meaning.name).catch(() => [])
      return setShown((current) => (current?.name === meaning.name ? { ...current, functions } : current))
    }
    const relation = meaning.kind === 'relation' ? meaning.relation : catalog.relation(null, meaning.column.of)
    if (relation === null || closedSchemas.has(relation.schema)) return toast.error(useDefinitionText.notInTableEditor)
    await navigate({ to: paths.project.table(projectRef, relation) })
  }
  const insert = (text: string) => {
    const editor = view()
    setShown(null)
    if (editor === null || editor.state.readOnly) return
    appendText(editor, `${text}\n`)
  }
  const dialog = shown && (
    <Suspense>
      <FunctionDialog name={shown.name} functions={shown.functions} onInsert={insert} onClose={() => setShown(null)} />
    </Suspense>
  )
  return {
    define: (offset) => {
      const editor = view()
      if (editor !== null) void define(editor, offset)
    },
    dialog,
  }
}
