import { File, FileArchive, FileAudio, FileCode, FileImage, FileSpreadsheet, FileText, FileVideo, Folder, type LucideIcon } from 'lucide-react'
import { cn } from '@colonnade/ui'
import type { Entry } from '../entries/entry.ts'
import { type PreviewKind, previewKindOf } from '../entries/file-kind.ts'

const icons: Readonly<Record<PreviewKind, LucideIcon>> = {
  image: FileImage,
  audio: FileAudio,
  video: FileVideo,
  pdf: FileText,
  csv: FileSpreadsheet,
  json: FileCode,
  text: FileText,
  none: File,
}

export function EntryIcon({ entry, className }: { readonly entry: Entry; readonly className?: string }) {
  if (entry.kind === 'folder') return <Folder aria-hidden className={cn('size-4 shrink-0 fill-accent/20 text-accent', className)} />
  const Icon = /\b(zip|gzip|tar|7z|rar)\b/.test(entry.type) ? FileArchive : icons[previewKindOf(entry)]
  return <Icon aria-hidden className={cn('size-4 shrink-0 text-faint', className)} />
}
