import { Button, Dialog, DialogClose } from '@colonnade/ui'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { type Crop, cropSide, middleCrop, withinPicture, zoomMax } from './crop.ts'
import { cropDialogText } from './messages.ts'
import { useSetPicture } from './mutations.ts'

/** Of what is sent, in pixels: twice the largest that is shown. */
const side = 256

export interface CropDialogProps {
  readonly picture: ImageBitmap | undefined
  readonly onClose: () => void
}

/** Cuts a square out of a picture, and sends it. */
export function CropDialog({ picture, onClose }: CropDialogProps) {
  return (
    <Dialog
      isOpen={picture !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={cropDialogText.title}
      description={cropDialogText.description}
    >
      {picture && <CropForm picture={picture} onDone={onClose} />}
    </Dialog>
  )
}

const steps: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

function CropForm({ picture, onDone }: { readonly picture: ImageBitmap; readonly onDone: () => void }) {
  const [crop, setCrop] = useState(() => middleCrop(picture))
  const canvas = useRef<HTMLCanvasElement>(null)
  const save = useSetPicture()
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop)
  }, [picture, crop])

  const move = (x: number, y: number) => setCrop((now) => withinPicture(picture, { ...now, x: now.x + x, y: now.y + y }))
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const scale = cropSide(picture, crop.zoom) / event.currentTarget.clientWidth
    move(-event.movementX * scale, -event.movementY * scale)
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        canvas.current?.toBlob((blob) => blob && save.mutate(blob, { onSuccess: onDone }), 'image/png')
      }}
    >
      <canvas
        ref={canvas}
        width={side}
        height={side}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- what is dragged and moved by keys of its own is an application
        role="application"
        aria-label={cropDialogText.area}
        tabIndex={0}
        className="size-64 max-w-full cursor-grab touch-none self-center rounded-full border border-strong bg-sunken active:cursor-grabbing"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={(event) => {
          const [x, y] = steps[event.key] ?? []
          if (x === undefined || y === undefined) return
          event.preventDefault()
          const step = cropSide(picture, crop.zoom) / 20
          move(-x * step, -y * step)
        }}
      />
      <label className="flex items-center gap-3">
        <span className="text-soft">{cropDialogText.size}</span>
        <input
          type="range"
          min={1}
          max={zoomMax}
          step={0.05}
          value={crop.zoom}
          className="min-w-0 flex-1 accent-[var(--color-accent-solid)]"
          onChange={(event) => setCrop(withinPicture(picture, { ...crop, zoom: event.target.valueAsNumber }))}
        />
      </label>
      {save.error && <ErrorNotice error={save.error} />}
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>{cropDialogText.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {cropDialogText.submit}
        </Button>
      </div>
    </form>
  )
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, zoom }: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const taken = cropSide(picture, zoom)
  context.clearRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x - taken / 2, y - taken / 2, taken, taken, 0, 0, side, side)
}
