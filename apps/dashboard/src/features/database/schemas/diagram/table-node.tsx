import { cn, IconButton, Menu, MenuItem, MenuLink } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import type { Node, NodeProps } from '@xyflow/react'
import { ChevronsDownUp, ChevronsUpDown, Ellipsis, ExternalLink, KeyRound, Link2, Rows3, Table2 } from 'lucide-react'
import { memo } from 'react'
import { paths } from '../../../../paths.ts'
import { kindLooks } from '../../../../scope/relations/kind-looks.ts'
import { tablePx } from '../layout/sizes.ts'
import type { DiagramColumn, DiagramNode } from '../model/diagram-model.ts'
import { tablePath } from '../model/table-path.ts'
import { useDiagram } from './diagram-context.ts'
import { tableNodeText } from './messages.ts'
import { useSpotlight } from './spotlight.ts'

export type TableFlowNode = Node<{ readonly table: DiagramNode; readonly isFolded: boolean }, 'table'>

/** Draws a table: its header, and a line per column. */
export const TableNode = memo(function TableNode({ id, data: { table, isFolded }, selected }: NodeProps<TableFlowNode>) {
  const { spotlight, neighbours, isFar, found } = useDiagram()
  const light = useSpotlight(spotlight, (current) =>
    current === null ? null : current === id ? 'own' : neighbours.get(current)?.has(id) === true ? 'near' : null,
  )
  const isElsewhere = table.type === 'elsewhere'
  if (isFar) {
    // the picture draws it
    return <div title={table.name} className={cn('h-full rounded-sm', light !== null && 'ring-2 ring-accent')} />
  }
  const Icon = table.type === 'elsewhere' ? ExternalLink : kindLooks[table.type].Icon
  return (
    <div
      className={cn(
        'flex h-full flex-col overflow-hidden rounded-md border bg-surface',
        isElsewhere && 'border-dashed',
        light === null ? 'border-strong' : 'border-accent',
        (light === 'own' || selected) && 'ring-2 ring-accent',
      )}
    >
      <div
        className={cn('flex shrink-0 items-center gap-1.5 bg-raised px-2', !isFolded && table.columns.length > 0 && 'border-b')}
        style={{ height: tablePx.head - 1 }}
      >
        <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span className="min-w-0 flex-1 truncate font-mono text-xs font-medium" title={table.comment ?? table.name}>
          {isElsewhere && <span className="text-faint">{table.schema}.</span>}
          {table.name}
        </span>
        <NodeMenu table={table} isFolded={isFolded} />
      </div>
      {!isFolded && (
        <ul aria-label={tableNodeText.columnsOf(table.name)}>
          {table.columns.map((column) => (
            <ColumnLine key={column.name} column={column} isFound={found?.id === id && found.column === column.name} />
          ))}
        </ul>
      )}
    </div>
  )
})

function ColumnLine({
  column: { name, type, isPrimary, isForeign, isUnique, isNullable },
  isFound,
}: {
  readonly column: DiagramColumn
  readonly isFound: boolean
}) {
  const marks = [
    isPrimary && tableNodeText.primaryKey,
    isForeign && tableNodeText.foreignKey,
    isUnique && tableNodeText.unique,
    isNullable && tableNodeText.nullable,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <li
      className={cn('flex items-center gap-1.5 px-2 font-mono text-2xs', isFound && 'bg-accent-tint')}
      style={{ height: tablePx.row }}
      title={`${name} ${type}${marks === '' ? '' : ` (${marks})`}`}
    >
      <span className="flex w-3.5 shrink-0 justify-center">
        {isPrimary ? (
          <KeyRound aria-label={tableNodeText.primaryKey} className="size-3 text-warning" />
        ) : (
          isForeign && <Link2 aria-label={tableNodeText.foreignKey} className="size-3 text-accent" />
        )}
      </span>
      <span className={cn('min-w-0 shrink truncate', isPrimary && 'font-semibold')}>{name}</span>
      {isUnique && !isPrimary && <span className="shrink-0 text-faint">{tableNodeText.unique}</span>}
      <span className="ml-auto max-w-[45%] min-w-8 shrink-0 truncate text-right text-faint">
        {type}
        {isNullable && '?'}
      </span>
    </li>
  )
}

function NodeMenu({ table, isFolded }: { readonly table: DiagramNode; readonly isFolded: boolean }) {
  const { projectRef, onFold, onSchema } = useDiagram()
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={tableNodeText.actionsOf(table.name)} hasTooltip={false} className="nodrag nopan size-6">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {table.type === 'elsewhere' ? (
        <MenuItem icon={<ExternalLink aria-hidden />} onSelect={() => onSchema(table)}>
          {tableNodeText.showSchema(table.schema)}
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={isFolded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />} onSelect={() => onFold(table.id)}>
            {isFolded ? tableNodeText.expand : tableNodeText.collapse}
          </MenuItem>
          <MenuLink icon={<Rows3 aria-hidden />} link={<Link to={paths.project.table(projectRef, { schema: table.schema, id: Number(table.id) })} />}>
            {tableNodeText.openTable}
          </MenuLink>
          <MenuLink icon={<Table2 aria-hidden />} link={<Link to={tablePath(projectRef, table)} />}>
            {tableNodeText.showTables}
          </MenuLink>
        </>
      )}
    </Menu>
  )
}
