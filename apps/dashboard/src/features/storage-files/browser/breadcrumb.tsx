import { ChevronRight } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { cn } from '@colonnade/ui'
import { draggedType } from './dragging.ts'
import { toolbarText } from '../messages.ts'

export interface BreadcrumbProps {
  readonly bucket: string
  readonly path: string
  readonly onOpen: (path: string) => void
  /** Called when entries are dropped on a folder; undefined for members who can't move files. */
  readonly onDrop?: ((folder: string) => void) | undefined
}

/** Shows the current folder. Each part opens its folder and accepts dropped entries. */
export function Breadcrumb({ bucket, path, onOpen, onDrop }: BreadcrumbProps) {
  const parts = path === '' ? [] : path.split('/')
  const places = [{ name: bucket, path: '' }, ...parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') }))]
  return (
    <nav aria-label={toolbarText.folders} className="min-w-0 flex-1 overflow-x-auto">
      <ol className="flex items-center gap-0.5 whitespace-nowrap">
        {places.map((place, index) => (
          <li key={place.path} className="flex min-w-0 items-center gap-0.5">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />}
            <Place {...place} isLast={index === places.length - 1} onOpen={onOpen} onDrop={onDrop} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface PlaceProps extends Pick<BreadcrumbProps, 'onOpen' | 'onDrop'> {
  readonly name: string
  readonly path: string
  readonly isLast: boolean
}

function Place({ name, path, isLast, onOpen, onDrop }: PlaceProps) {
  const [isOver, setIsOver] = useState(false)
  const isMoved = ({ dataTransfer }: DragEvent) => onDrop !== undefined && dataTransfer.types.includes(draggedType)
  return (
    <button
      type="button"
      aria-current={isLast ? 'location' : undefined}
      className={cn('max-w-48 truncate rounded-sm px-1.5 py-0.5 hover:bg-hover', isLast ? 'font-medium' : 'text-soft', isOver && 'bg-accent-tint')}
      title={name}
      onClick={() => onOpen(path)}
      onDragOver={(event) => {
        if (!isMoved(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        if (!isMoved(event)) return
        event.preventDefault()
        onDrop?.(path)
      }}
    >
      {name}
    </button>
  )
}
