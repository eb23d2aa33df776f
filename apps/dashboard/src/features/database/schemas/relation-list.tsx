import { EmptyState } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { countText } from '../../../lib/lists/count-text.ts'
import { LongTable } from '../../../lib/lists/long-table.tsx'
import { ListSearch } from '../../../lib/lists/list-search.tsx'
import { entryProps } from '../../../lib/lists/use-list-keys.ts'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import { CutText } from '../../../lib/object-page/cut-text.tsx'
import { finder, ordered } from '../../../lib/object-page/list-order.ts'
import { relationListText } from './messages.ts'
import { relationsByNode, type DiagramModel, type DiagramNode, type DiagramRelation } from './model/diagram-model.ts'
import { tablePath } from './model/table-path.ts'

interface Line {
  readonly node: DiagramNode
  readonly refersTo: string
  readonly referredBy: string
}

const textOf = ({ node, refersTo, referredBy }: Line): string =>
  `${node.name} ${node.columns.map(({ name }) => name).join(' ')} ${refersTo} ${referredBy}`

/** Lists each table with the tables it refers to and those that refer to it. */
export function RelationList({ projectRef, model }: { readonly projectRef: string; readonly model: DiagramModel }) {
  const [text, setText] = useState('')
  const words = useDeferredValue(text)
  const lines = useMemo(() => ordered(linesOf(model), ({ node }) => node.name, false), [model])
  const find = useMemo(() => finder(lines, textOf), [lines])
  const shown = find(words)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3 md:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <ListSearch label={relationListText.search} value={text} onChange={setText} />
        <output className="ml-auto text-xs text-faint tabular-nums">{countText(shown.length, lines.length, 'table')}</output>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={<SearchX aria-hidden />} title={relationListText.noMatch}>
          {relationListText.noMatchHint(words.trim().slice(0, 80))}
        </EmptyState>
      ) : (
        <LongTable
          label={relationListText.tableOf(model.schema)}
          items={shown}
          keyOf={({ node }) => node.id}
          rowPx={{ wide: 36, narrow: 56 }}
          columns={[
            {
              label: relationListText.table,
              className: 'w-64 max-md:w-auto',
              renderCell: ({ node, refersTo, referredBy }, tabIndex) => <TableLink {...{ projectRef, node, refersTo, referredBy, tabIndex }} />,
            },
            { label: relationListText.columns, className: 'w-24', isNumber: true, renderCell: ({ node }) => node.columns.length },
            { label: relationListText.refersTo, renderCell: ({ refersTo }) => <Names text={refersTo} /> },
            { label: relationListText.referredBy, renderCell: ({ referredBy }) => <Names text={referredBy} /> },
          ]}
        />
      )}
    </div>
  )
}

interface TableLinkProps extends Line {
  readonly projectRef: string
  readonly tabIndex: 0 | -1
}

function TableLink({ projectRef, node, refersTo, referredBy, tabIndex }: TableLinkProps) {
  const { Icon, label } = kindLooks[node.type === 'elsewhere' ? 'r' : node.type]
  return (
    <Link
      {...entryProps}
      tabIndex={tabIndex}
      to={tablePath(projectRef, node)}
      className="flex min-w-0 items-center gap-2 rounded-sm hover:text-accent"
    >
      <Icon aria-label={label} className="size-4 shrink-0 text-faint" />
      <span className="min-w-0">
        <span className="block truncate font-mono text-xs" title={node.name}>
          {node.name}
        </span>
        <span className="block truncate text-xs text-faint md:hidden">
          {[refersTo !== '' && `→ ${refersTo}`, referredBy !== '' && `← ${referredBy}`].filter(Boolean).join('  ')}
        </span>
      </span>
    </Link>
  )
}

function Names({ text }: { readonly text: string }) {
  return text === '' ? (
    <span className="text-faint" aria-label={relationListText.none}>
      –
    </span>
  ) : (
    <CutText text={text} />
  )
}

function linesOf(model: DiagramModel): Line[] {
  const byNode = relationsByNode(model)
  const nodes = new Map(model.nodes.map((node) => [node.id, node]))
  const nameOf = (id: string): string => {
    const node = nodes.get(id)
    return node === undefined ? '' : node.type === 'elsewhere' ? `${node.schema}.${node.name}` : node.name
  }
  const text = (relations: readonly DiagramRelation[], other: (relation: DiagramRelation) => string): string =>
    relations.map((relation) => `${nameOf(other(relation))} (${relation.columnNames.join(', ')})`).join(', ')
  return model.nodes
    .filter(({ type }) => type !== 'elsewhere')
    .map((node) => {
      const relations = byNode.get(node.id) ?? []
      return {
        node,
        refersTo: text(
          relations.filter(({ from }) => from === node.id),
          ({ to }) => to,
        ),
        referredBy: text(
          relations.filter(({ to, from }) => to === node.id && from !== node.id),
          ({ from }) => from,
        ),
      }
    })
}
