import type { DiagramPlace } from '@colonnade/contracts/data/diagrams'
import type { DiagramTable } from '@colonnade/pg-meta/diagram'
import { Button, SearchSelect, SegmentedControl, Select, Spinner } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronsDownUp, ChevronsUpDown, Workflow } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { loaded } from '../../../lib/late/loaded.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import type { DiagramTarget } from './diagram/diagram.tsx'
import { useLayout } from './layout/use-layout.ts'
import { diagramViewText } from './messages.ts'
import { diagramModel, type DiagramModel } from './model/diagram-model.ts'
import type { Grouping } from './model/groups.ts'
import { keptPlacesQuery, usePlaceKeeper } from './places/use-kept-places.ts'
import { RelationList } from './relation-list.tsx'
import type { SchemaSearchProps } from './schema-search.ts'

const Diagram = lazy(loaded(() => import('./diagram/diagram.tsx'), 'Diagram'))

export interface DiagramViewProps extends SchemaSearchProps {
  readonly projectRef: string
  readonly schema: string
  readonly tables: readonly DiagramTable[]
}

const groupings: readonly { readonly value: Grouping; readonly label: string }[] = [
  { value: 'none', label: diagramViewText.noGroups },
  { value: 'related', label: diagramViewText.byRelation },
  { value: 'name', label: diagramViewText.byName },
]
const views = [
  { value: 'diagram', label: diagramViewText.diagram },
  { value: 'list', label: diagramViewText.list },
] as const

/** Shows the tables of a schema as a diagram or a list, with search. */
export function DiagramView({ projectRef, schema, tables, search, onSearch }: DiagramViewProps) {
  const model = useMemo(() => diagramModel(schema, tables), [schema, tables])
  const [isFolded, setIsFolded] = useState(false)
  const [column, setColumn] = useState<string | null>(null)
  const grouping = search.group ?? 'none'
  const { laidOut, error } = useLayout(model, grouping, isFolded)
  // the current diagram stays until the next is laid out; its saved positions load in parallel
  const drawn = laidOut?.grouping ?? grouping
  useQuery(keptPlacesQuery(projectRef, schema, grouping))
  const { data: kept, isError: isUnknown } = useQuery(keptPlacesQuery(projectRef, schema, drawn))
  const keeper = usePlaceKeeper(projectRef, schema, drawn)
  // increases to redraw the diagram with other positions
  const [drawing, setDrawing] = useState(0)
  const mayKeep = useIsAllowed(projectRef)('database:write') && !isUnknown
  const places = kept ?? nowhere
  const isReady = laidOut !== null && (kept !== undefined || isUnknown)
  const view = search.view ?? 'diagram'
  const chosen = model.nodes.find(({ name, type }) => name === search.table && type !== 'elsewhere')
  const target = useMemo((): DiagramTarget | null => (chosen === undefined ? null : { id: chosen.id, column }), [chosen, column])
  const options = useMemo(() => searchOptions(model), [model])
  const find = (value: string) => {
    const option = options.find((one) => one.value === value)
    setColumn(option?.column ?? null)
    onSearch({ ...search, table: option?.table }, { isReplaced: true })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <SegmentedControl<'diagram' | 'list'>
          label={diagramViewText.view}
          value={view}
          options={views}
          onValueChange={(next) => onSearch({ ...search, view: next === 'list' ? 'list' : undefined }, { isReplaced: true })}
        />
        {view === 'diagram' && (
          <>
            <SearchSelect
              label={diagramViewText.find}
              searchLabel={diagramViewText.search}
              emptyText={diagramViewText.noMatch}
              className="w-56 max-md:order-last max-md:w-full"
              value={chosen === undefined ? '' : column === null ? chosen.id : `${chosen.id} ${column}`}
              options={options}
              onValueChange={find}
            />
            <Select<Grouping>
              label={diagramViewText.groups}
              className="w-44 max-md:w-auto max-md:flex-1"
              value={grouping}
              options={groupings}
              onValueChange={(next) => onSearch({ ...search, group: next === 'none' ? undefined : next }, { isReplaced: true })}
            />
            <Button onClick={() => setIsFolded(!isFolded)}>
              {isFolded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />}
              {isFolded ? diagramViewText.expandAll : diagramViewText.collapseAll}
            </Button>
            {mayKeep && places.length > 0 && (
              <Button onClick={() => void keeper.forget(() => setDrawing((now) => now + 1))}>
                <Workflow aria-hidden />
                {diagramViewText.autoLayout}
              </Button>
            )}
          </>
        )}
      </div>
      {view === 'list' && <RelationList projectRef={projectRef} model={model} />}
      {view === 'diagram' && error !== null && laidOut === null && (
        <div className="p-4">
          <ErrorNotice error={error} />
        </div>
      )}
      {view === 'diagram' && error === null && !isReady && <DrawingDiagram />}
      {view === 'diagram' && isReady && (
        <div className="min-h-80 flex-1">
          <Suspense fallback={<DrawingDiagram />}>
            <Diagram
              key={drawing}
              projectRef={projectRef}
              laidOut={laidOut}
              target={target}
              kept={places}
              onMoved={mayKeep ? keeper.keep : null}
              onSchema={(node) => onSearch({ ...search, schema: node.schema, table: node.name })}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}

const nowhere: readonly DiagramPlace[] = []

/** Shown while a diagram loads. */
export function DrawingDiagram() {
  return (
    <output aria-label={diagramViewText.loading} className="flex min-h-80 flex-1 items-center justify-center text-faint">
      <Spinner />
    </output>
  )
}

interface SearchOption {
  readonly value: string
  readonly label: string
  readonly hint?: string
  readonly table?: string
  readonly column?: string
}

function searchOptions({ nodes }: DiagramModel): readonly SearchOption[] {
  const own = nodes.filter(({ type }) => type !== 'elsewhere')
  return [
    { value: '', label: diagramViewText.find },
    ...own.map(({ id, name }) => ({ value: id, label: name, table: name })),
    ...own.flatMap(({ id, name: table, columns }) =>
      columns.map(({ name: column }) => ({ value: `${id} ${column}`, label: column, hint: table, table, column })),
    ),
  ]
}
