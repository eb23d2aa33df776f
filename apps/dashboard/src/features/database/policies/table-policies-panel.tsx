import type { policies } from '@colonnade/pg-meta'
import { Button, Tabs } from '@colonnade/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DropPolicyDialog } from '../../../scope/policies/drop-policy-dialog.tsx'
import type { GuardedTableProps } from '../../../scope/policies/opened-policy.tsx'
import { PolicyList } from '../../../scope/policies/policy-list.tsx'
import { parentText } from '../tables/partition-tree.ts'
import { policiesText, tablePoliciesText } from './messages.ts'
import { RowSecurity } from './row-security.tsx'
import { TryPanel } from './trial/try-panel.tsx'

type Part = 'policies' | 'try'

export interface TablePoliciesPanelProps extends GuardedTableProps {
  readonly mayWrite: boolean
  /** Whether the person may test policies as another role or user. */
  readonly mayTry: boolean
  readonly onClose: () => void
}

/** Shows a table's row-level security and policies. */
export function TablePoliciesPanel(props: TablePoliciesPanelProps) {
  const { projectRef, table, partitions, policies: found, mayWrite, mayTry, onAct, onClose } = props
  const [part, setPart] = useState<Part>('policies')
  const parent = parentText(table)
  const [dropped, setDropped] = useState<policies.Policy | null>(null)
  return (
    <SidePanel
      title={table.name}
      description={[policiesText.tableIn(table.schema), ...(parent === null ? [] : [policiesText.partitionOf(parent)])].join(', ')}
      size="wide"
      onClose={onClose}
      footer={
        mayWrite ? (
          <Button variant="primary" onClick={() => onAct('new')}>
            <Plus aria-hidden />
            {tablePoliciesText.newPolicy}
          </Button>
        ) : (
          <Button onClick={onClose}>{tablePoliciesText.close}</Button>
        )
      }
    >
      <RowSecurity projectRef={projectRef} table={table} partitions={partitions} count={found.length} mayWrite={mayWrite} />
      <Tabs<Part>
        label={tablePoliciesText.parts(table.name)}
        value={mayTry ? part : 'policies'}
        onValueChange={setPart}
        tabs={[
          {
            value: 'policies',
            label: tablePoliciesText.policies,
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
                  label: tablePoliciesText.try,
                  content: <TryPanel projectRef={projectRef} table={table} />,
                },
              ]
            : []),
        ]}
      />
      {dropped !== null && (
        <DropPolicyDialog projectRef={projectRef} table={table} policy={dropped} policies={found} onClose={() => setDropped(null)} />
      )}
    </SidePanel>
  )
}
