import { FileUp } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useEffect, useEffectEvent, useState } from 'react'
import { dropOverlayText } from './messages.ts'

/** Takes a file that is dropped anywhere on the page; while one is dragged over it, says so. */
export function DropOverlay({ text, onFile }: { readonly text: string; readonly onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent((file: File) => onFile(file))
  useEffect(() => {
    const end = new AbortController()
    const options = { signal: end.signal }
    const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    window.addEventListener(
      'dragover',
      (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        event.dataTransfer!.dropEffect = 'copy'
        setIsOver(true)
      },
      options,
    )
    // out of the window, not from one element of the page to the next
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsOver(false), options)
    window.addEventListener(
      'drop',
      (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer!.files
        if (file) drop(file)
      },
      options,
    )
    return () => end.abort()
  }, [])
  if (!isOver) return null
  return createPortal(
    <div className="pointer-events-none fixed inset-0 z-[60] flex items-center justify-center bg-scrim p-6">
      <div className="flex h-full w-full flex-col items-center justify-center gap-3 rounded-lg border-2 border-dashed border-accent bg-surface/80 text-center">
        <FileUp aria-hidden className="size-8 stroke-[1.25] text-accent" />
        <p className="text-base font-medium">{text}</p>
        <p className="text-soft">{dropOverlayText.formats}</p>
      </div>
    </div>,
    document.body,
  )
}
