import type { DiagramPlace } from '@colonnade/contracts/data/diagrams'
import { IconButton } from '@colonnade/ui'
import {
  applyNodeChanges,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  ViewportPortal,
  type NodeChange,
} from '@xyflow/react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useIsNarrow } from '../../../../lib/use-is-narrow.ts'
import { ExportMenu } from '../export/export-menu.tsx'
import type { PlacedTable } from '../layout/relation-path.ts'
import { boxAround, tableHeight, tablePx, type Box, type Place } from '../layout/sizes.ts'
import type { LaidOut } from '../layout/use-layout.ts'
import { nodeText, relationsByNode, type DiagramNode } from '../model/diagram-model.ts'
import { toKept, withKept } from '../places/kept-places.ts'
import { DiagramContext, type DiagramScope } from './diagram-context.ts'
import './diagram.css'
import { LitRelations } from './lit-relations.tsx'
import { LitLines } from './lit-lines.tsx'
import { diagramText } from './messages.ts'
import { Picture } from './picture.tsx'
import { createSpotlight, type Spotlight } from './spotlight.ts'
import { TableNode, type TableFlowNode } from './table-node.tsx'

export interface DiagramProps {
  readonly projectRef: string
  readonly laidOut: LaidOut
  /** The table to center. A new object centers it again, even for the same table. */
  readonly target: DiagramTarget | null
  readonly onSchema: (node: DiagramNode) => void
  /** Saved positions; empty for the automatic layout. */
  readonly kept: readonly DiagramPlace[]
  /** Saves moved tables; null for people who can't. */
  readonly onMoved: ((places: readonly DiagramPlace[]) => void) | null
}

export interface DiagramTarget {
  readonly id: string
  readonly column: string | null
}

const nodeTypes = { table: TableNode }
/** Below this zoom, tables show only their names. */
const farZoom = 0.4
const zooms = { least: 0.04, most: 2, read: 0.9 } as const
const fit = { padding: 0.08, maxZoom: 1, duration: 0 } as const

/** Draws a schema's tables and relations, with pan and zoom. */
export function Diagram(props: DiagramProps) {
  return (
    <ReactFlowProvider>
      <Canvas key={props.laidOut.version} {...props} />
    </ReactFlowProvider>
  )
}

function Canvas({ projectRef, laidOut, target, onSchema, kept, onMoved }: DiagramProps) {
  const { model, groups } = laidOut
  const flow = useReactFlow<TableFlowNode>()
  const isNarrow = useIsNarrow()
  const wrapper = useRef<HTMLDivElement>(null)
  const [isReady, setIsReady] = useState(false)
  const [spotlight] = useState(createSpotlight)
  const isBelow = useStore(({ transform }) => transform[2] < farZoom)
  // until the viewport is known, all tables would be drawn with their columns
  const isFar = isBelow || !isReady
  const byNode = useMemo(() => relationsByNode(model), [model])
  const tables = useMemo(() => new Map(model.nodes.map((node) => [node.id, node])), [model])
  const [nodes, setNodes] = useState<TableFlowNode[]>(() => flowNodes(laidOut, kept, byNode))
  const onNodesChange = useCallback(
    (changes: NodeChange<TableFlowNode>[]) => {
      setNodes((now) => applyNodeChanges(changes, now))
      const moved = new Map<string, Place>()
      for (const change of changes) {
        // dropped, or moved by a key
        if (change.type === 'position' && change.dragging !== true && change.position !== undefined) moved.set(change.id, change.position)
      }
      if (moved.size === 0 || onMoved === null) return
      // the first move also saves the positions of the others
      const places = kept.length > 0 ? moved : new Map([...flow.getNodes().map(({ id, position }) => [id, position] as const), ...moved])
      onMoved(toKept(model.nodes, places))
    },
    [onMoved, kept, flow, model],
  )
  const onFold = useCallback((id: string) => setNodes((now) => now.map((node) => (node.id === id ? folded(node) : node))), [])
  useEffect(() => {
    const node = target === null || !isReady ? undefined : flow.getNode(target.id)
    if (target === null || node === undefined) return
    spotlight.pin(target.id)
    const y = node.position.y + offsetOf(node, target.column)
    void flow.setCenter(node.position.x + tablePx.width / 2, y, { zoom: Math.max(flow.getZoom(), zooms.read), duration: 0 })
  }, [target, isReady, flow, spotlight])
  const scope = useMemo(
    (): DiagramScope => ({
      projectRef,
      spotlight,
      neighbours: neighboursOf(byNode),
      found: target?.column == null ? null : { id: target.id, column: target.column },
      isFar,
      onFold,
      onSchema,
    }),
    [projectRef, spotlight, byNode, target, isFar, onFold, onSchema],
  )
  const placed = useMemo(
    () => new Map(nodes.map(({ id, position, data }): [string, PlacedTable] => [id, { ...position, isFolded: data.isFolded || isFar }])),
    [nodes, isFar],
  )
  const frames = groups.filter(({ label }) => label !== null)
  return (
    <DiagramContext value={scope}>
      <ReactFlow<TableFlowNode>
        ref={wrapper}
        data-far={isFar}
        aria-label={diagramText.title(model.schema)}
        nodes={nodes}
        edges={noEdges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        onNodeMouseEnter={(_, node) => spotlight.hover(node.id)}
        onNodeMouseLeave={() => spotlight.hover(null)}
        onSelectionChange={({ nodes: [first] }) => spotlight.pin(first?.id ?? null)}
        onFocus={(event) => focusOn(spotlight, event.target)}
        onlyRenderVisibleElements
        fitView={target === null}
        onInit={() => setIsReady(true)}
        onMoveStart={() => wrapper.current && markMoving(wrapper.current)}
        onMoveEnd={() => wrapper.current?.removeAttribute('data-moving')}
        fitViewOptions={fit}
        minZoom={zooms.least}
        maxZoom={zooms.most}
        panOnScroll={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        multiSelectionKeyCode="Shift"
        ariaLabelConfig={words}
        proOptions={options}
      >
        <Picture nodes={nodes} relations={model.relations} places={placed} isFar={isFar} />
        <ViewportPortal>
          {frames.map(({ label, ids }) => (
            <Frame key={`${label} ${ids[0]}`} label={label!} ids={ids} nodes={nodes} />
          ))}
          <LitLines byNode={byNode} places={placed} spotlight={spotlight} />
        </ViewportPortal>
        <LitRelations spotlight={spotlight} nodes={tables} byNode={byNode} />
        <Panel position="bottom-left" className="flex flex-col rounded-md border bg-surface">
          <IconButton label={diagramText.zoomIn} onClick={() => void flow.zoomIn()}>
            <ZoomIn aria-hidden />
          </IconButton>
          <IconButton label={diagramText.zoomOut} onClick={() => void flow.zoomOut()}>
            <ZoomOut aria-hidden />
          </IconButton>
          <IconButton label={diagramText.fit} onClick={() => void flow.fitView(fit)}>
            <Maximize aria-hidden />
          </IconButton>
          <ExportMenu projectRef={projectRef} model={model} />
        </Panel>
        {!isNarrow && <MiniMap pannable zoomable ariaLabel={diagramText.map} className="rounded-md border" />}
      </ReactFlow>
    </DiagramContext>
  )
}

const noEdges: [] = []
/** Hides the library's link, as its license (MIT) allows. */
const options = { hideAttribution: true }

/** The library's texts for screen readers. */
const words = {
  'node.a11yDescription.default': diagramText.moveHint,
  'node.a11yDescription.keyboardDisabled': diagramText.selectHint,
  'node.a11yDescription.ariaLiveMessage': ({ direction }: { readonly direction: string }) => diagramText.moved(direction),
} as const

/** Attributes for the style sheet: the diagram moves, or one of its tables has the focus. */
function markMoving(element: HTMLElement): void {
  element.dataset['moving'] = element.querySelector('.react-flow__node:focus') === null ? 'whole' : 'focused'
}

function focusOn(spotlight: Spotlight, element: Element): void {
  const id = element.closest<HTMLElement>('.react-flow__node')?.dataset['id']
  if (id !== undefined) spotlight.pin(id)
}

function flowNodes(
  { model, places: laidOut, isFolded }: LaidOut,
  kept: readonly DiagramPlace[],
  byNode: ReturnType<typeof relationsByNode>,
): TableFlowNode[] {
  const places = withKept(model.nodes, laidOut, kept)
  const names = new Map(model.nodes.map(({ id, name }) => [id, name]))
  return model.nodes.map((table) => ({
    id: table.id,
    type: 'table',
    position: { ...(places.get(table.id) ?? { x: 0, y: 0 }) },
    data: { table, isFolded },
    ariaLabel: nodeText(table, byNode.get(table.id) ?? [], (id) => names.get(id) ?? ''),
    ...sizeOf(table, isFolded),
  }))
}

/** Shows a table's columns, or hides them. */
function folded(node: TableFlowNode): TableFlowNode {
  const { table } = node.data
  const isFolded = !node.data.isFolded
  return { ...node, ...sizeOf(table, isFolded), data: { table, isFolded } }
}

/** Sizes known in advance, so that nothing needs measuring. */
function sizeOf(table: DiagramNode, isFolded: boolean) {
  const size = { width: tablePx.width, height: tableHeight(table, isFolded) }
  return { ...size, measured: size }
}

/** Returns a column's distance from the top of its table; without a column, the part to center. */
function offsetOf({ data: { table, isFolded }, height = 0 }: TableFlowNode, column: string | null): number {
  const row = isFolded ? -1 : table.columns.findIndex(({ name }) => name === column)
  return row < 0 ? Math.min(height, 300) / 2 : tablePx.head + row * tablePx.row
}

function neighboursOf(byNode: ReturnType<typeof relationsByNode>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map([...byNode].map(([id, relations]) => [id, new Set(relations.flatMap(({ from, to }) => [from, to]))]))
}

interface FrameProps {
  readonly label: string
  readonly ids: readonly string[]
  readonly nodes: readonly TableFlowNode[]
}

/** Padding between a group's tables and its frame. */
const framePx = 24

function Frame({ label, ids, nodes }: FrameProps) {
  const own = new Set(ids)
  const boxes = nodes.flatMap(({ id, position, height }): Box[] =>
    own.has(id) ? [{ ...position, width: tablePx.width, height: height ?? tablePx.head }] : [],
  )
  const box = boxAround(boxes)
  if (box === null) return null
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute -z-20 rounded-lg border border-dashed bg-hover"
      style={{ left: box.x - framePx, top: box.y - framePx, width: box.width + 2 * framePx, height: box.height + 2 * framePx }}
    >
      <span className="absolute bottom-full left-0 pb-1 text-lg font-medium whitespace-nowrap text-soft">{label}</span>
    </div>
  )
}
