import { Button, IconButton, toast } from '@colonnade/ui'
import { Camera, ImageUp, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { messages, pickerText } from './messages.ts'
import { Picture } from './picture.tsx'

export interface ScreenshotPickerProps {
  readonly picture: Blob | null
  /** Why a file was not taken. */
  readonly problem: string | undefined
  readonly isDisabled: boolean
  readonly onAttach: (file: Blob) => void
  readonly onRemove: () => void
}

/** The ways to a picture, or the picture. */
export function ScreenshotPicker({ picture, problem, isDisabled, onAttach, onRemove }: ScreenshotPickerProps) {
  const [isCapturing, setIsCapturing] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const problemId = useId()

  const capture = async () => {
    setIsCapturing(true)
    try {
      const { capturePage } = await import('./capture-page.ts')
      const panel = place.current
      // all that lies over the page and holds this very form
      onAttach(await capturePage((element) => element.parentElement === document.body && element.contains(panel)))
    } catch {
      toast.error(messages.captureFailed)
    } finally {
      setIsCapturing(false)
    }
  }

  return (
    <div ref={place} className="flex flex-col gap-1.5">
      {picture === null ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" isPending={isCapturing} disabled={isDisabled} onClick={() => void capture()}>
            {!isCapturing && <Camera aria-hidden />}
            {isCapturing ? 'Capturing…' : pickerText.capture}
          </Button>
          <Button
            size="sm"
            disabled={isDisabled || isCapturing}
            aria-describedby={problem === undefined ? undefined : problemId}
            onClick={() => chooser.current?.click()}
          >
            <ImageUp aria-hidden />
            {pickerText.upload}
          </Button>
          <input
            ref={chooser}
            type="file"
            accept="image/png"
            hidden
            aria-label={pickerText.file}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              // the same file may be chosen again
              event.target.value = ''
              if (file) onAttach(file)
            }}
          />
        </div>
      ) : (
        <Attached picture={picture} isDisabled={isDisabled} onRemove={onRemove} />
      )}
      {problem !== undefined && (
        <p id={problemId} role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
      {picture === null && <p className="text-xs text-faint">{pickerText.hint}</p>}
    </div>
  )
}

function Attached({ picture, isDisabled, onRemove }: { readonly picture: Blob; readonly isDisabled: boolean; readonly onRemove: () => void }) {
  return (
    <div className="relative self-start">
      <Picture source={picture} className="h-28 max-w-full min-w-20" />
      <IconButton
        label={pickerText.remove}
        variant="secondary"
        hasTooltip={false}
        disabled={isDisabled}
        onClick={onRemove}
        className="absolute top-1 right-1 size-6"
      >
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
