import { dropByName } from '@colonnade/pg-meta/drops'
import { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, Tabs, toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { parentText } from '../tables/partition-tree.ts'
import type { GuardedTableProps } from './opened-policy.tsx'
import { PolicyList } from './policy-list.tsx'
import { RowSecurity } from './row-security.tsx'
import { TryPanel } from './trial/try-panel.tsx'

type Part = 'policies' | 'try'

export interface TablePoliciesPanelProps extends GuardedTableProps {
  readonly mayWrite: boolean
  /** Whether others' rows may be looked at as somebody else. */
  readonly mayTry: boolean
  readonly onClose: () => void
}

/** A table: whether its rows are guarded, and by which policies. */
export function TablePoliciesPanel(props: TablePoliciesPanelProps) {
  const { projectRef, table, partitions, policies: found, mayWrite, mayTry, onAct, onClose } = props
  const client = useQueryClient()
  const [part, setPart] = useState<Part>('policies')
  const parent = parentText(table)
  const [dropped, setDropped] = useState<policies.Policy | null>(null)
  return (
    <SidePanel
      title={table.name}
      description={`Table in ${table.schema}${parent === null ? '' : `, partition of ${parent}`}`}
      size="wide"
      onClose={onClose}
      footer={
        mayWrite ? (
          <Button variant="primary" onClick={() => onAct('new')}>
            <Plus aria-hidden />
            New policy
          </Button>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <RowSecurity projectRef={projectRef} table={table} partitions={partitions} count={found.length} mayWrite={mayWrite} />
      <Tabs<Part>
        label={`Parts of ${table.name}`}
        value={mayTry ? part : 'policies'}
        onValueChange={setPart}
        tabs={[
          {
            value: 'policies',
            label: 'Policies',
            count: found.length,
            content: (
              <PolicyList
                policies={found}
                isOn={table.rls_enabled}
                mayWrite={mayWrite}
                onEdit={({ id }) => onAct(`edit.${id}`)}
                onDuplicate={({ id }) => onAct(`duplicate.${id}`)}
                onDrop={setDropped}
              />
            ),
          },
          ...(mayTry
            ? [
                {
                  value: 'try' as const,
                  label: 'Try it',
                  content: <TryPanel projectRef={projectRef} table={table} />,
                },
              ]
            : []),
        ]}
      />
      {dropped !== null && (
        <DropDialog
          projectRef={projectRef}
          target={{ catalog: 'pg_policy', id: dropped.id }}
          noun="policy"
          name={dropped.name}
          description={dropText(dropped, found, table)}
          drop={() => dropByName({ kind: 'policy', schema: table.schema, table: table.name, name: dropped.name })}
          onClose={() => setDropped(null)}
          onDropped={() => {
            toast.success(`${dropped.name} is deleted`)
            void refreshProjectData(client, projectRef)
          }}
        />
      )}
    </SidePanel>
  )
}

/** What it means for those who use the table. */
function dropText(policy: policies.Policy, found: readonly policies.Policy[], table: RelationSummary): string {
  const command =
    policy.command === 'ALL' ? 'read or write' : ({ SELECT: 'read', INSERT: 'add', UPDATE: 'change', DELETE: 'delete' } as const)[policy.command]
  if (!table.rls_enabled) return `It does nothing now, since row-level security of ${table.name} is off.`
  if (policy.action === 'RESTRICTIVE')
    return `Rows that it kept back from ${policy.roles.join(', ')} can be reached where another policy lets them through.`
  const isLast = !found.some(({ id, action }) => id !== policy.id && action === 'PERMISSIVE')
  const start = `${policy.roles.join(', ')} can no longer ${command} the rows that only this policy let through.`
  return isLast ? `${start} It is the last that lets rows through: the API will show no row of ${table.name}.` : start
}
