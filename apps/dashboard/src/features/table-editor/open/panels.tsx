import type { Entity } from '@colonnade/pg-meta'
import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import type { EditorSearch } from '../search.ts'
import { nothing, type Confirmation, type Panel } from './open.ts'
import { useOpen } from './open-context.ts'

/** What every panel and confirmation of the page is given. Those of the kind `K` know it by `of`. */
export interface PanelProps<Of> {
  /** What is open, with its table, column … */
  readonly of: Of
  readonly projectRef: string
  /** The schema that is looked at: where new things go. */
  readonly schema: string
  /** The relation that is looked at; null when none is. Panels that name a table by its oid may be about another one. */
  readonly entity: Entity | null
  /** Closes; asks first if the panel is dirty. */
  readonly onClose: () => void
  /** Closes without asking: it is saved. */
  readonly onDone: () => void
  /** The same, and goes somewhere else: to a table that was just created. */
  readonly onDoneAt: (search: EditorSearch) => void
  /** A relation was dropped: closes it, its tab, and what is open. */
  readonly onDropped: (id: number) => void
  /** Fetches list and relation again, after their definition was changed. */
  readonly onRefresh: () => void
  readonly onWriteSql: (text: string) => void
}

type PanelOf<Kind> = Extract<Panel, { readonly kind: Kind }>
type ConfirmationOf<Kind> = Extract<Confirmation, { readonly kind: Kind }>
type Component<Of> = ComponentType<PanelProps<Of>> | LazyExoticComponent<ComponentType<PanelProps<Of>>> | null

const TablePanel = lazy(loaded(() => import('../table-form/table-panel.tsx'), 'TablePanel'))
const ColumnPanel = lazy(loaded(() => import('../table-form/column-panel.tsx'), 'ColumnPanel'))

/**
 * Panels, each lazy: `'table-new': lazy(loaded(() => import('../table-form/table-panel.tsx'), 'TablePanel'))`. Null: it needs the rows of
 * the table and what is staged of them, and so is mounted in the table's pane (`useOpen`).
 */
const panels: { readonly [Kind in Panel['kind']]: Component<PanelOf<Kind>> } = {
  'schema-new': lazy(loaded(() => import('../entities/schema-panel.tsx'), 'SchemaPanel')),
  'table-new': TablePanel,
  'table-edit': TablePanel,
  'table-duplicate': TablePanel,
  'column-add': ColumnPanel,
  'column-edit': ColumnPanel,
  'row-add': null,
  'row-edit': null,
  json: null,
  'cell-text': null,
  'foreign-row-selector': null,
  'csv-import': lazy(loaded(() => import('../transfer/panel/import-panel.tsx'), 'ImportPanel')),
}

const confirmations: { readonly [Kind in Confirmation['kind']]: Component<ConfirmationOf<Kind>> } = {
  'table-delete': lazy(loaded(() => import('../drop/table-delete.tsx'), 'TableDelete')),
  'column-delete': lazy(loaded(() => import('../drop/column-delete.tsx'), 'ColumnDelete')),
  'rows-delete': null,
}

export type PanelsProps = Omit<PanelProps<never>, 'of' | 'onClose' | 'onDone'>

/** The panel or confirmation that the address names. One of another table starts afresh. */
export function Panels(props: PanelsProps) {
  const { open, onOpen, onDone } = useOpen()
  if (open.kind === 'none') return null
  const of = open.kind === 'panel' ? open.panel : open.confirmation
  const Shown = (open.kind === 'panel' ? panels[open.panel.kind] : confirmations[open.confirmation.kind]) as Component<typeof of>
  if (Shown === null) return null
  return (
    <Suspense>
      <Shown key={`${JSON.stringify(of)} ${props.entity?.id ?? ''}`} {...props} of={of} onClose={() => onOpen(nothing)} onDone={onDone} />
    </Suspense>
  )
}
