import type { FunctionSecret } from '@colonnade/contracts/functions/function-secrets'
import { EmptyState, RelativeTime } from '@colonnade/ui'
import { KeyRound } from 'lucide-react'
import { LongTable } from '../../lib/lists/long-table.tsx'
import { digestText, pageText } from './messages.ts'

export interface SecretTableProps {
  readonly secrets: readonly FunctionSecret[]
}

/** Secrets by name; their values are never there. */
export function SecretTable({ secrets }: SecretTableProps) {
  if (secrets.length === 0) {
    return (
      <EmptyState icon={<KeyRound aria-hidden />} title={pageText.empty.title}>
        {pageText.empty.text}
      </EmptyState>
    )
  }
  return (
    <LongTable
      label="Secrets"
      items={secrets}
      keyOf={({ name }) => name}
      columns={[
        {
          label: 'Name',
          renderCell: ({ name, value }) => (
            <div className="min-w-0">
              <span className="block truncate font-mono text-xs" title={name}>
                {name}
              </span>
              <span className="block truncate font-mono text-xs text-faint md:hidden">{value.slice(0, 12)}</span>
            </div>
          ),
        },
        {
          label: digestText.label,
          renderCell: ({ value }) => (
            <span className="block truncate font-mono text-xs text-faint" title={`${value}\n${digestText.hint}`}>
              {value}
            </span>
          ),
        },
        { label: 'Updated', className: 'w-36', renderCell: ({ updated_at }) => <RelativeTime value={updated_at} className="text-soft" /> },
      ]}
    />
  )
}
