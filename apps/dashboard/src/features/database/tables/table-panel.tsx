import type { RelationDetails, RelationSummary } from '@colonnade/pg-meta/relations'
import { Badge, buttonClass, RelativeTime, Skeleton, Table, TableCell, TableHead, Tabs, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Table2 } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { paths } from '../../../paths.ts'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { dropRelation } from '../../../scope/drops/drop-relation.ts'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import { DeleteButton } from '../../../lib/object-page/delete-button.tsx'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { Fact } from '../../../lib/object-page/fact.tsx'
import { GonePanel } from '../../../lib/object-page/gone-panel.tsx'
import { GrantList } from '../grants/grant-list.tsx'
import { PartitionList } from './partition-list.tsx'
import { parentText } from './partition-tree.ts'
import { tableText as text, tablesText } from './messages.ts'
import { PartLink } from './part-link.tsx'
import { ddlQuery, relationQuery } from './table-queries.ts'
import type { SizedRelation } from './table-sizes.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { Dependents } from '../objects/dependents.tsx'

export interface TablePanelProps {
  readonly projectRef: string
  readonly relation: RelationSummary
  /** Its partitions at any depth. */
  readonly partitions: readonly SizedRelation[]
  readonly onOpen: (id: number) => void
  readonly mayWrite: boolean
  /** The first open tab. */
  readonly firstPart?: TablePart
  /** Opens the form of its grants. */
  readonly onGrant: () => void
  readonly onClose: () => void
}

export type TablePart = 'columns' | 'partitions' | 'rules' | 'indexes' | 'access' | 'sql' | 'dependents'

/** Shows a relation with its parts, definition and dependents. */
export function TablePanel({ projectRef, relation, partitions, onOpen, mayWrite, firstPart = 'columns', onGrant, onClose }: TablePanelProps) {
  const client = useQueryClient()
  const [part, setPart] = useState<TablePart>(firstPart)
  const [isDropping, setIsDropping] = useState(false)
  const { data } = useQuery(relationQuery(projectRef, relation.id))
  if (data === null) return <GonePanel onClose={onClose}>{text.gone}</GonePanel>
  const noun = kindLooks[relation.type].label.toLowerCase()
  return (
    <SidePanel
      title={relation.name}
      description={[whatItIs(relation), relation.comment].filter((text) => text !== null).join(' · ')}
      size="wide"
      onClose={onClose}
      footer={
        <>
          {mayWrite && <DeleteButton noun={noun} onClick={() => setIsDropping(true)} />}
          <Link to={paths.project.table(projectRef, relation)} className={buttonClass({ variant: 'primary' })}>
            <Table2 aria-hidden />
            {text.open}
          </Link>
        </>
      }
    >
      <Details
        projectRef={projectRef}
        relation={relation}
        mayWrite={mayWrite}
        partitions={partitions}
        onOpen={onOpen}
        part={part}
        onPart={setPart}
        onGrant={onGrant}
      />
      {isDropping && (
        <DropDialog
          projectRef={projectRef}
          target={{ id: relation.id }}
          noun={noun}
          name={relation.name}
          description={text.deleteText(noun, relation.name)}
          drop={(options) => dropRelation(relation, options)}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(text.deleted(relation.name))
            void refreshProjectData(client, projectRef)
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}

function whatItIs(relation: RelationSummary): string {
  const parent = parentText(relation)
  return `${text.kindIn(kindLooks[relation.type].label, relation.schema)}${parent === null ? '' : text.partitionOf(parent)}`
}

interface DetailsProps {
  readonly projectRef: string
  readonly relation: RelationSummary
  readonly partitions: readonly SizedRelation[]
  readonly onOpen: (id: number) => void
  readonly part: TablePart
  readonly mayWrite: boolean
  readonly onPart: (part: TablePart) => void
  readonly onGrant: () => void
}

function Details(props: DetailsProps) {
  return (
    <Loaded query={relationQuery(props.projectRef, props.relation.id)} label={text.details} className="p-4">
      {(details) => <Parts details={details} {...props} />}
    </Loaded>
  )
}

function Parts({
  projectRef,
  relation,
  partitions,
  onOpen,
  part,
  mayWrite,
  onPart,
  onGrant,
  details,
}: DetailsProps & { readonly details: RelationDetails }) {
  const mayAdd = (types: string) => mayWrite && types.includes(relation.type)
  return (
    <Tabs<TablePart>
      label={text.parts(relation.name)}
      value={part}
      onValueChange={onPart}
      panelClassName="flex flex-col gap-4 p-4"
      tabs={[
        {
          value: 'columns',
          label: text.tabs.columns,
          count: details.columns.length,
          content: (
            <>
              <Columns details={details} />
              {mayAdd('rp') && <PartLink to={paths.project.newColumn(projectRef, relation)}>{text.addColumn}</PartLink>}
            </>
          ),
        },
        ...(relation.type === 'p'
          ? [
              {
                value: 'partitions' as const,
                label: text.tabs.partitions,
                count: partitions.length,
                content: <Partitions relation={relation} partitions={partitions} onOpen={onOpen} />,
              },
            ]
          : []),
        {
          value: 'rules',
          label: text.tabs.rules,
          count: details.constraints.length + details.triggers.length,
          content: <Rules details={details} />,
        },
        {
          value: 'indexes',
          label: text.tabs.indexes,
          count: details.indexes.length,
          content: (
            <>
              <Indexes details={details} />
              {mayAdd('rpm') && <PartLink to={paths.project.newIndex(projectRef, relation)}>{text.newIndex}</PartLink>}
            </>
          ),
        },
        {
          value: 'access',
          label: text.tabs.access,
          content: (
            <>
              <Access details={details} relation={relation} />
              {mayAdd('rp') && <PartLink to={paths.project.newPolicy(projectRef, relation)}>{text.newPolicy}</PartLink>}
              <GrantList projectRef={projectRef} relation={relation} onEdit={mayWrite ? onGrant : null} />
            </>
          ),
        },
        { value: 'sql', label: text.tabs.sql, content: <Definition projectRef={projectRef} relation={relation} /> },
        { value: 'dependents', label: text.tabs.dependents, content: <Dependents projectRef={projectRef} target={{ id: relation.id }} /> },
      ]}
    />
  )
}

function Columns({ details: { columns, upkeep, owner } }: { readonly details: RelationDetails }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-xs sm:grid-cols-4 [&_dd]:tabular-nums [&_dt]:text-faint">
        <Fact term={text.owner}>{owner}</Fact>
        {upkeep !== null && (
          <>
            <Fact term={text.size}>{formatBytes(upkeep.bytes)}</Fact>
            <Fact term={text.indexSize}>{formatBytes(upkeep.index_bytes)}</Fact>
            <Fact term={text.deadRows}>
              {formatNumber(upkeep.dead_rows)}
              {upkeep.dead_rows + upkeep.live_rows > 0 && text.share(Math.round((100 * upkeep.dead_rows) / (upkeep.dead_rows + upkeep.live_rows)))}
            </Fact>
            <Fact term={text.lastVacuum}>{upkeep.last_vacuum === null ? text.never : <RelativeTime value={upkeep.last_vacuum} />}</Fact>
            <Fact term={text.lastAnalyze}>{upkeep.last_analyze === null ? text.never : <RelativeTime value={upkeep.last_analyze} />}</Fact>
          </>
        )}
      </dl>
      <Table label={text.tabs.columns}>
        <thead>
          <tr>
            <TableHead>{tablesText.name}</TableHead>
            <TableHead>{text.type}</TableHead>
            <TableHead>{text.nullable}</TableHead>
            <TableHead>{text.default}</TableHead>
            <TableHead>{text.references}</TableHead>
            <TableHead>{text.comment}</TableHead>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name}>
              <TableCell className="font-mono text-xs">{column.name}</TableCell>
              <TableCell className="font-mono text-xs">{column.type}</TableCell>
              <TableCell className="text-xs text-soft">{column.is_nullable ? text.yes : text.no}</TableCell>
              <TableCell className="font-mono text-xs">
                {column.generated !== null && <span className="text-faint">{text.generated(column.generated)}</span>}
                {column.default}
              </TableCell>
              <TableCell className="font-mono text-xs">{column.references.join(', ')}</TableCell>
              <TableCell className="text-xs text-soft">{column.comment}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

function Partitions({ relation, partitions, onOpen }: Pick<DetailsProps, 'partitions' | 'onOpen'> & { readonly relation: RelationSummary }) {
  if (partitions.length === 0) return <p className="text-soft">{text.noPartitions(relation.schema)}</p>
  return <PartitionList label={text.partitionsOf(relation.name)} partitions={partitions} onOpen={onOpen} />
}

function Rules({ details: { constraints, triggers } }: { readonly details: RelationDetails }) {
  if (constraints.length + triggers.length === 0) return <p className="text-soft">{text.noRules}</p>
  return (
    <>
      {constraints.length > 0 && (
        <Definitions label={text.constraints} items={constraints.map((item) => ({ ...item, mark: item.is_valid ? null : text.notValidated }))} />
      )}
      {triggers.length > 0 && (
        <Definitions label={text.triggers} items={triggers.map((item) => ({ ...item, mark: item.is_enabled ? null : text.disabled }))} />
      )}
    </>
  )
}

interface Defined {
  readonly name: string
  readonly definition: string
  readonly mark: string | null
}

function Definitions({ label, items }: { readonly label: string; readonly items: readonly Defined[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs text-faint">{label}</h3>
      <ul className="flex flex-col gap-3">
        {items.map(({ name, definition, mark }) => (
          <li key={name} className="flex flex-col gap-0.5">
            <span className="flex items-center gap-2 font-mono text-xs">
              {name}
              {mark !== null && <Badge tone="warning">{mark}</Badge>}
            </span>
            <code className="font-mono text-xs wrap-anywhere text-soft">{definition}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Indexes({ details: { indexes } }: { readonly details: RelationDetails }) {
  if (indexes.length === 0) return <p className="text-soft">{text.noIndexes}</p>
  return (
    <Definitions
      label={text.indexList}
      items={indexes.map((index) => ({
        name: text.indexUse(index.name, formatBytes(index.bytes), formatNumber(index.scans)),
        definition: index.definition,
        mark: index.is_valid ? null : text.invalid,
      }))}
    />
  )
}

function Access({ details: { policies }, relation }: { readonly details: RelationDetails; readonly relation: RelationSummary }) {
  const hasPolicies = relation.type === 'r' || relation.type === 'p'
  return (
    <>
      {hasPolicies && (
        <section className="flex flex-col gap-2">
          <h3 className="text-xs text-faint">{text.rls[relation.rls_enabled ? (relation.rls_forced ? 'forced' : 'on') : 'off']}</h3>
          {policies.length === 0 && <p className="text-soft">{relation.rls_enabled ? text.noPoliciesOn : text.noPolicies}</p>}
          <ul className="flex flex-col gap-1">
            {policies.map((policy) => (
              <li key={policy.name} className="flex flex-wrap items-center gap-2">
                <span>{policy.name}</span>
                <Badge tone="neutral">{policy.command}</Badge>
                {!policy.is_permissive && <Badge tone="warning">{text.restrictive}</Badge>}
                <span className="text-xs text-faint">{text.policyRoles(policy.roles)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Definition({ projectRef, relation }: { readonly projectRef: string; readonly relation: RelationSummary }) {
  return (
    <Loaded query={ddlQuery(projectRef, relation)} label={text.definition} skeleton={<Skeleton className="h-40 w-full" />}>
      {(sql) => <DefinitionSql sql={sql} />}
    </Loaded>
  )
}
