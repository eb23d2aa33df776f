import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, Popover, SearchList } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Plus, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { newPolicyText } from './messages.ts'

export interface NewPolicyButtonProps {
  readonly projectRef: string
  /** Tables that can have policies. */
  readonly tables: readonly RelationSummary[]
}

/** Opens the form of a new policy once its table is chosen. */
export function NewPolicyButton({ projectRef, tables }: NewPolicyButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={newPolicyText.label}
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          {newPolicyText.action}
        </Button>
      }
    >
      <SearchList
        label={newPolicyText.search}
        items={tables.map((table) => {
          const Icon = table.rls_enabled ? ShieldCheck : ShieldOff
          return {
            id: String(table.id),
            label: table.name,
            icon: <Icon aria-hidden className={`size-3.5 shrink-0 ${table.rls_enabled ? 'text-accent' : 'text-warning'}`} />,
            hint: table.rls_enabled ? undefined : newPolicyText.rlsOff,
            link: <Link to={paths.project.newPolicy(projectRef, table)} />,
          }
        })}
        maxShown={8}
        emptyText={newPolicyText.noMatch}
        onSelect={() => setIsOpen(false)}
      />
    </Popover>
  )
}
