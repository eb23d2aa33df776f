import type { FunctionSecret } from '@colonnade/contracts/functions/function-secrets'
import { EmptyState, IconButton, RelativeTime } from '@colonnade/ui'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { entryProps } from '../../lib/lists/use-list-keys.ts'
import { LongTable } from '../../lib/lists/long-table.tsx'
import { deleteText, digestText, pageText, tableText } from './messages.ts'

export interface SecretTableProps {
  readonly secrets: readonly FunctionSecret[]
  readonly onReplace: (name: string) => void
  readonly onDelete: (name: string) => void
}

/** Lists secrets by name. Their values are never loaded. */
export function SecretTable({ secrets, onReplace, onDelete }: SecretTableProps) {
  if (secrets.length === 0) {
    return (
      <EmptyState icon={<KeyRound aria-hidden />} title={pageText.empty.title}>
        {pageText.empty.text}
      </EmptyState>
    )
  }
  return (
    <LongTable
      label={tableText.label}
      items={secrets}
      keyOf={({ name }) => name}
      columns={[
        {
          label: tableText.name,
          renderCell: ({ name, value }, tabIndex) => (
            <div className="flex min-w-0 items-center gap-2">
              <div className="min-w-0 flex-1">
                <span className="block truncate font-mono text-xs" title={name}>
                  {name}
                </span>
                <span className="block truncate font-mono text-xs text-faint md:hidden">{value.slice(0, 12)}</span>
              </div>
              <div className="flex md:hidden">
                <Actions name={name} tabIndex={tabIndex} onReplace={onReplace} onDelete={onDelete} />
              </div>
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
        { label: tableText.updated, className: 'w-36', renderCell: ({ updated_at }) => <RelativeTime value={updated_at} className="text-soft" /> },
        {
          label: '',
          className: 'w-20',
          renderCell: ({ name }, tabIndex) => (
            <div className="flex justify-end">
              <Actions name={name} tabIndex={tabIndex} onReplace={onReplace} onDelete={onDelete} />
            </div>
          ),
        },
      ]}
    />
  )
}

interface ActionsProps extends Pick<SecretTableProps, 'onReplace' | 'onDelete'> {
  readonly name: string
  readonly tabIndex: 0 | -1
}

function Actions({ name, tabIndex, onReplace, onDelete }: ActionsProps) {
  return (
    <>
      <IconButton {...entryProps} label={deleteText.replace(name)} tabIndex={tabIndex} className="[&_svg]:size-3.5" onClick={() => onReplace(name)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={deleteText.button(name)} tabIndex={tabIndex} className="[&_svg]:size-3.5" onClick={() => onDelete(name)}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  )
}
