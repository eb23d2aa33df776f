import { Upload } from 'lucide-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { listText } from '../messages.ts'

export interface DropZoneProps {
  /** Name of the target folder. */
  readonly place: string
  readonly isDisabled: boolean
  readonly onDrop: (transfer: DataTransfer) => void
  readonly children: ReactNode
}

/** Accepts files and folders dropped from the computer. */
export function DropZone({ place, isDisabled, onDrop, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  /** Counts nested enters, because entering a child fires before leaving its parent. */
  const depth = useRef(0)
  const takes = ({ dataTransfer }: DragEvent) => !isDisabled && dataTransfer.types.includes('Files')
  return (
    <div
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
      onDragEnter={(event) => {
        if (!takes(event)) return
        depth.current += 1
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!takes(event)) return
        depth.current -= 1
        if (depth.current <= 0) setIsOver(false)
      }}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      }}
      onDrop={(event) => {
        depth.current = 0
        setIsOver(false)
        if (!takes(event)) return
        event.preventDefault()
        onDrop(event.dataTransfer)
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 flex flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed border-accent bg-accent-tint/90 text-accent">
          <Upload aria-hidden className="size-7" />
          <p className="font-medium">{listText.dropHere(place)}</p>
        </div>
      )}
    </div>
  )
}
