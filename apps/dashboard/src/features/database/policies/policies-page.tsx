import type { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Badge, buttonClass, EmptyState } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { paths } from '../../../paths.ts'
import { useMayWrite } from '../../../scope/permissions.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { SchemaFilter } from '../objects/schema-filter.tsx'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { addressOf, isFormOpen, type SearchOptions } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { EntryButton } from '../../../lib/object-page/entry-button.tsx'
import { parentText, partitionsBelow, partitionsByTable } from '../tables/partition-tree.ts'
import { relationQuery, relationsAndPartitionsQuery } from '../tables/table-queries.ts'
import { policiesQuery } from '../../../scope/policies/policy-queries.ts'
import { isPolicyForm, OpenedPolicy, type OpenedPolicyProps } from '../../../scope/policies/opened-policy.tsx'
import { policyTemplates } from '../../../scope/policies/policy-templates.ts'
import { policiesText } from './messages.ts'
import { NewPolicyButton } from './new-policy-button.tsx'
import { TablePoliciesPanel } from './table-policies-panel.tsx'

export interface PoliciesPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

interface GuardedTable {
  readonly table: RelationSummary
  /** All levels below it. Each partition has its own row-level security. */
  readonly partitions: readonly RelationSummary[]
  readonly policies: readonly policies.Policy[]
}

const kind: PageKind<GuardedTable> = {
  title: policiesText.title,
  description: policiesText.description,
  noun: policiesText.noun,
  keyOf: ({ table }) => String(table.id),
  textOf: ({ table, policies: found }) => `${table.name} ${found.map(({ name, roles }) => `${name} ${roles.join(' ')}`).join(' ')}`,
}

/** Lists the tables of a schema, with their row-level security and policies. */
export function PoliciesPage({ projectRef, search, onSearch }: PoliciesPageProps) {
  const schema = search.schema ?? defaultSchema
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  const tables = useQuery(relationsAndPartitionsQuery(projectRef, schema))
  const all = useQuery(policiesQuery(projectRef, schema))
  const items = useMemo(() => tables.data && all.data && guardedTables(tables.data, all.data), [tables.data, all.data])
  const address = addressOf({ search, onSearch })
  const mayChange = mayWrite && !isSystemSchema(schema)
  const panelOf = (item: GuardedTable) => ({
    ...item,
    projectRef,
    onAct: (act: string | undefined, options?: SearchOptions) => onSearch({ ...search, act }, options),
  })
  const newLink = mayChange && (
    <Link to={paths.project.newTable(projectRef, schema)} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden />
      {policiesText.newTable}
    </Link>
  )
  const columns: readonly ObjectColumn<GuardedTable>[] = [
    {
      label: policiesText.table,
      sortBy: ({ table }) => table.name,
      renderCell: (item, tabIndex) => <TableName item={item} tabIndex={tabIndex} onOpen={() => address.open(kind.keyOf(item))} />,
    },
    {
      label: policiesText.rls,
      className: 'w-56 max-md:hidden',
      sortBy: ({ table }) => Number(table.rls_enabled) + Number(table.rls_forced),
      renderCell: (item) => <SecurityBadge item={item} />,
    },
    {
      label: policiesText.title,
      className: 'w-72',
      sortBy: ({ policies: found }) => found.length,
      renderCell: ({ policies: found }) => <span className="block truncate text-xs text-soft">{commandsText(found)}</span>,
    },
  ]
  return (
    <ObjectPage
      kind={kind}
      actions={mayChange && items && items.length > 0 && <NewPolicyButton projectRef={projectRef} tables={items.map(({ table }) => table)} />}
      list={{ data: items, error: tables.error ?? all.error, refetch: () => Promise.all([tables.refetch(), all.refetch()]) }}
      columns={columns}
      search={search}
      onSearch={onSearch}
      filters={<SchemaFilter {...{ projectRef, schema, search, onSearch }} />}
      empty={
        <EmptyState icon={<ShieldCheck aria-hidden />} title={policiesText.empty(schema)} action={newLink}>
          {policiesText.emptyText}
        </EmptyState>
      }
    >
      <OpenedObject
        items={items}
        keyOf={kind.keyOf}
        search={search}
        onSearch={onSearch}
        renderForm={(item, act) => mayChange && isPolicyForm(act) && <TablePolicyForm act={act} {...panelOf(item)} />}
        renderObject={(item) => <TablePoliciesPanel mayWrite={mayChange} mayTry={mayWrite} onClose={() => address.close()} {...panelOf(item)} />}
        gone={policiesText.gone}
      />
    </ObjectPage>
  )
}

/** Shows the form of a policy, with templates that know the table's columns. */
function TablePolicyForm(props: Omit<OpenedPolicyProps, 'templates'>) {
  const { data: details } = useQuery(relationQuery(props.projectRef, props.table.id))
  return <OpenedPolicy {...props} templates={policyTemplates(details?.columns ?? [])} />
}

function guardedTables(tables: readonly RelationSummary[], all: readonly policies.Policy[]): GuardedTable[] {
  const byTable = Map.groupBy(all, (policy) => policy.table_id)
  const parts = partitionsByTable(tables)
  return tables
    .filter(isGuarded)
    .map((table) => ({ table, partitions: partitionsBelow(table.id, parts).filter(isGuarded), policies: byTable.get(table.id) ?? [] }))
}

/** Checks that a relation can have policies; foreign tables, which can be partitions, can’t. */
const isGuarded = ({ type }: RelationSummary): boolean => type === 'r' || type === 'p'

/** "2 SELECT, 1 INSERT". */
function commandsText(found: readonly policies.Policy[]): string {
  if (found.length === 0) return policiesText.noPolicies
  return (['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const)
    .map((command) => ({ command, count: found.filter((policy) => policy.command === command).length }))
    .filter(({ count }) => count > 0)
    .map(({ command, count }) => `${count} ${command}`)
    .join(', ')
}

interface TableNameProps {
  readonly item: GuardedTable
  readonly tabIndex: 0 | -1
  readonly onOpen: () => void
}

function TableName({ item, tabIndex, onOpen }: TableNameProps) {
  const { table, policies: found } = item
  const Icon = table.rls_enabled ? ShieldCheck : ShieldAlert
  const parent = parentText(table)
  return (
    <EntryButton tabIndex={tabIndex} onOpen={onOpen} className="items-center gap-2">
      <Icon
        aria-label={table.rls_enabled ? policiesText.rlsOn : policiesText.rlsOff}
        className={`size-4 shrink-0 ${table.rls_enabled ? 'text-accent' : 'text-warning'}`}
      />
      <span className="flex min-w-0 flex-col md:flex-row md:items-baseline md:gap-2">
        <span className="truncate font-mono text-xs" title={table.name}>
          {table.name}
        </span>
        {parent !== null && <span className="truncate text-xs text-faint max-md:hidden">{policiesText.partitionOf(parent)}</span>}
        <span className="truncate text-xs text-soft md:hidden">
          {[securityText(item).text, found.length > 0 && commandsText(found), parent !== null && policiesText.partitionOf(parent)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </EntryButton>
  )
}

function SecurityBadge({ item }: { readonly item: GuardedTable }) {
  const { text, tone } = securityText(item)
  return <Badge tone={tone}>{text}</Badge>
}

function securityText({ table, partitions, policies: found }: GuardedTable): { readonly text: string; readonly tone: 'warning' | 'accent' } {
  if (!table.rls_enabled) return { text: found.length === 0 ? policiesText.off : policiesText.offUnused, tone: 'warning' }
  const open = partitions.filter(({ rls_enabled }) => !rls_enabled).length
  const state = table.rls_forced ? policiesText.forced : policiesText.on
  if (open > 0) return { text: policiesText.openPartitions(state, open), tone: 'warning' }
  if (found.length === 0) return { text: policiesText.noRows(state), tone: 'warning' }
  return { text: state, tone: 'accent' }
}
