import { Button, cn, Loading, Popover, Skeleton } from '@colonnade/ui'
import { ChevronsUpDown, Database, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { AppLink } from '../../lib/links/app-link.tsx'
import { maxShownSources, sourceListPx } from './limits.ts'
import { SourceList } from './source-list.tsx'
import { type SourceDatabase, toSources } from './sources.ts'

export interface SourcePickerProps {
  /** Undefined while they are on their way. */
  readonly databases: readonly SourceDatabase[] | undefined
  /** The identifier of the chosen one. */
  readonly value: string
  readonly onValueChange: (identifier: string) => void
  /** Address of the infrastructure settings; without it there are no links to them. */
  readonly infrastructure?: string | undefined
  readonly disabled?: boolean
  /** For narrow bars: "Replica kfzqx", without the region, which the list shows. */
  readonly isShort?: boolean
  readonly className?: string
}

/** Which database of the project is asked: the primary or one of its read replicas (spec §2). */
export function SourcePicker({ databases, value, onValueChange, infrastructure, disabled = false, isShort = false, className }: SourcePickerProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  if (databases === undefined) {
    return (
      <Loading label="sources" className={className}>
        <Skeleton className="h-8 w-52 rounded-md" />
      </Loading>
    )
  }
  const sources = toSources(databases)
  const chosen = sources.find((source) => source.id === value)
  const trigger = (
    <Button
      aria-labelledby={`${id}-label ${id}-value`}
      disabled={disabled || sources.length === 0}
      className={cn('max-w-full justify-start font-normal', className)}
    >
      <Database aria-hidden className="text-faint" />
      <span id={`${id}-label`} className={isShort ? 'sr-only' : 'text-soft @max-2xl:sr-only'}>
        Source
      </span>
      <span id={`${id}-value`} className="min-w-0 truncate">
        {isShort && chosen !== undefined ? (
          <>
            <span className="sr-only">{chosen.label}</span>
            <span aria-hidden>{chosen.hint === null ? 'Primary' : 'Replica'}</span>
          </>
        ) : (
          (chosen?.label ?? 'None')
        )}
        {chosen?.hint && <span className="ml-1.5 font-mono text-xs text-soft">{chosen.hint}</span>}
      </span>
      <ChevronsUpDown aria-hidden className="ml-auto text-faint" />
    </Button>
  )
  return (
    <Popover label="Source" isOpen={isOpen} onOpenChange={setIsOpen} trigger={trigger} className="w-[25rem]">
      <SourceList
        {...{ sources, value, infrastructure }}
        maxPx={sources.length > maxShownSources ? sourceListPx : undefined}
        onChoose={(identifier) => {
          setIsOpen(false)
          if (identifier !== value) onValueChange(identifier)
        }}
      />
      {infrastructure !== undefined && (
        <div className="border-t p-1">
          <AppLink
            href={infrastructure}
            className="flex h-8 items-center gap-2 rounded-sm px-2 text-soft hover:bg-hover hover:text-fg focus-visible:-outline-offset-2"
          >
            <Plus aria-hidden className="size-3.5" />
            Create a new read replica
          </AppLink>
        </div>
      )}
    </Popover>
  )
}
