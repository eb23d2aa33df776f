import { Button, IconButton, Progress } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CirclePause,
  Clock,
  LoaderCircle,
  Pause,
  Play,
  RotateCcw,
  X,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { bucketsKey } from '../../../scope/storage/buckets.ts'
import { uploadText } from '../messages.ts'
import { noteLeftUploads } from './left-uploads.ts'
import { totalsOf, unfinishedOf, type UploadItem, type UploadState, type UploadTotals } from './upload-item.ts'
import { uploads, useUploads } from './uploads.ts'

/** Most lines in the list, the most relevant first. */
const linesMost = 60
/** Interval between refreshes of file lists during an upload, in milliseconds. */
const refreshMs = 2_000

/** Shows the progress of uploads on every page. */
export function UploadTray() {
  const items = useUploads()
  const [isOpen, setIsOpen] = useState(true)
  const totals = totalsOf(items)
  useRefreshedFiles(items, totals)
  const isBusy = totals.active > 0
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])
  useEffect(() => {
    const note = () => noteLeftUploads(unfinishedOf(uploads.items()))
    addEventListener('pagehide', note)
    return () => removeEventListener('pagehide', note)
  }, [])
  if (items.length === 0) return null
  return (
    <section
      aria-label={uploadText.title}
      // sits beside the file preview, not over it; hidden on phones, where the preview fills the screen
      className="pop fixed md:[:root:has([data-file-preview])_&]:right-[27rem] md:[:root:has([data-file-preview])_&]:max-w-[calc(100vw-28rem)] max-md:[:root:has([data-file-preview])_&]:hidden right-4 bottom-4 z-30 flex max-h-[min(26rem,70dvh)] w-96 max-w-[calc(100vw-2rem)] flex-col rounded-lg max-md:right-2 max-md:bottom-16"
    >
      <div className="flex items-center gap-1 py-2 pr-2 pl-3">
        <output className="min-w-0 flex-1 truncate font-medium">{headline(totals)}</output>
        {isBusy && (
          <IconButton label={uploadText.pause} onClick={() => uploads.pause()}>
            <Pause aria-hidden />
          </IconButton>
        )}
        {totals.paused > 0 && (
          <IconButton label={uploadText.resume} onClick={() => uploads.resume()}>
            <Play aria-hidden />
          </IconButton>
        )}
        {totals.failed > 0 && (
          <IconButton label={uploadText.retry} onClick={() => uploads.retry()}>
            <RotateCcw aria-hidden />
          </IconButton>
        )}
        <IconButton label={isOpen ? uploadText.hideFiles : uploadText.showFiles} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
        </IconButton>
        <IconButton label={isBusy || totals.paused > 0 ? uploadText.cancel : uploadText.close} onClick={() => uploads.clear()}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="px-3 pb-2">
        <Progress value={totals.sentBytes} max={Math.max(1, totals.bytes)} label={uploadText.progress} />
        <p className="mt-1 text-xs text-faint tabular-nums">{uploadText.bytes(totals.sentBytes, totals.bytes)}</p>
      </div>
      {totals.conflicts > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-t bg-warning-tint px-3 py-2">
          <p className="w-full text-sm">{uploadText.conflict(totals.conflicts)}</p>
          <Button size="sm" onClick={() => uploads.settle('replace')}>
            {uploadText.replace}
          </Button>
          <Button size="sm" onClick={() => uploads.settle('keep-both')}>
            {uploadText.keepBoth}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => uploads.settle('skip')}>
            {uploadText.skip}
          </Button>
        </div>
      )}
      {isOpen && <FileLines items={items} />}
    </section>
  )
}

function headline({ all, done, failed, active, paused, conflicts }: UploadTotals): string {
  if (active > 0) return uploadText.running(done, all)
  if (paused > 0) return uploadText.paused(paused)
  if (conflicts > 0) return uploadText.asked(conflicts)
  return failed > 0 ? uploadText.failed(failed) : uploadText.finished(done)
}

const order: readonly UploadState[] = ['failed', 'conflict', 'uploading', 'paused', 'waiting', 'done', 'skipped']

function FileLines({ items }: { readonly items: readonly UploadItem[] }) {
  const shown = order.flatMap((state) => items.filter((item) => item.state === state)).slice(0, linesMost)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ul tabIndex={0} aria-label={uploadText.files} className="min-h-0 overflow-y-auto border-t py-1 focus-visible:-outline-offset-2">
      {shown.map((item) => (
        <FileLine key={item.id} item={item} />
      ))}
      {items.length > shown.length && <li className="px-3 py-1 text-xs text-faint">{uploadText.more(items.length - shown.length)}</li>}
    </ul>
  )
}

const icons = {
  waiting: Clock,
  uploading: LoaderCircle,
  paused: CirclePause,
  done: CircleCheck,
  failed: CircleAlert,
  conflict: CircleHelp,
  skipped: CircleCheck,
} as const
const tones: Partial<Record<UploadState, string>> = { done: 'text-accent', failed: 'text-danger', conflict: 'text-warning', uploading: 'text-accent' }

function FileLine({ item: { path, file, state, sent, problem } }: { readonly item: UploadItem }) {
  const Icon = icons[state]
  return (
    <li className="flex items-center gap-2 px-3 py-1">
      <Icon aria-hidden className={`size-4 shrink-0 ${tones[state] ?? 'text-faint'} ${state === 'uploading' ? 'motion-safe:animate-spin' : ''}`} />
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={path}>
          {path}
        </span>
        {problem !== null && <span className="block text-xs wrap-anywhere text-danger">{problem}</span>}
      </span>
      <span className="shrink-0 text-xs text-faint tabular-nums">
        {state === 'uploading' && file.size > 0 ? `${Math.floor((sent / file.size) * 100)} %` : uploadText.states[state]}
      </span>
    </li>
  )
}

/** Refreshes file lists at intervals during an upload, and once at the end. */
function useRefreshedFiles(items: readonly UploadItem[], { done, active }: UploadTotals): void {
  const queryClient = useQueryClient()
  const last = useRef({ done: 0, at: 0 })
  useEffect(() => {
    const now = performance.now()
    const isDue = done > last.current.done && (active === 0 || now - last.current.at > refreshMs)
    if (done < last.current.done) last.current = { done, at: now }
    if (!isDue) return
    last.current = { done, at: now }
    for (const ref of new Set(items.map((item) => item.ref))) void queryClient.invalidateQueries({ queryKey: bucketsKey(ref) })
  }, [queryClient, items, done, active])
}
