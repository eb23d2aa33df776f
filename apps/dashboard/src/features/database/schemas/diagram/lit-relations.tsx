import { Panel } from '@xyflow/react'
import { cardinalityText, type DiagramNode, type DiagramRelation } from '../model/diagram-model.ts'
import { litRelationsText } from './messages.ts'
import { useSpotlight, type Spotlight } from './spotlight.ts'

/** Most relations to list; the lines show the rest. */
const maxListed = 8

export interface LitRelationsProps {
  readonly spotlight: Spotlight
  readonly nodes: ReadonlyMap<string, DiagramNode>
  readonly byNode: ReadonlyMap<string, readonly DiagramRelation[]>
}

/** Lists the highlighted table's relations, with their names and cardinality. */
export function LitRelations({ spotlight, nodes, byNode }: LitRelationsProps) {
  const current = useSpotlight(spotlight, (id) => id)
  const node = current === null ? undefined : nodes.get(current)
  const relations = current === null ? [] : (byNode.get(current) ?? [])
  if (node === undefined || relations.length === 0) return null
  return (
    <Panel
      position="top-right"
      className="pointer-events-none max-w-[min(24rem,calc(100%-2rem))] rounded-md border bg-surface px-3 py-2 max-md:hidden"
    >
      <p className="pb-1 text-xs font-medium">{litRelationsText.title(node.name)}</p>
      <ul className="flex flex-col gap-1 text-2xs">
        {relations.slice(0, maxListed).map((relation) => (
          <li key={relation.id} className="min-w-0">
            <span className="block truncate font-mono">
              {end(nodes.get(relation.from), relation.columnNames)} → {end(nodes.get(relation.to), relation.toColumnNames)}
            </span>
            <span className="block truncate text-faint">
              {relation.name}, {cardinalityText(relation)}
            </span>
          </li>
        ))}
        {relations.length > maxListed && <li className="text-faint">{litRelationsText.more(relations.length - maxListed)}</li>}
      </ul>
    </Panel>
  )
}

function end(node: DiagramNode | undefined, columns: readonly string[]): string {
  const name = node === undefined ? '' : node.type === 'elsewhere' ? `${node.schema}.${node.name}` : node.name
  return columns.length === 1 ? `${name}.${columns[0]!}` : `${name} (${columns.join(', ')})`
}
