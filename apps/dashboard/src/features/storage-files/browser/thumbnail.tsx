import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLook } from '../../../scope/storage/look-as.ts'
import type { FileEntry } from '../entries/entry.ts'
import { previewKindOf } from '../entries/file-kind.ts'
import { linkQuery } from '../preview/content.ts'
import { EntryIcon } from './entry-icon.tsx'

/** Larger images aren't loaded for a tile. */
const thumbnailBytesMost = 2 * 1024 * 1024

/** Shows a thumbnail of an image, and the icon of any other file. */
export function Thumbnail({ projectRef, bucket, file }: { readonly projectRef: string; readonly bucket: string; readonly file: FileEntry }) {
  const isPicture = previewKindOf(file) === 'image' && (file.size ?? Infinity) <= thumbnailBytesMost
  const look = useLook(projectRef)
  const shown = { ref: projectRef, bucket, path: file.path, look, etag: `${file.id} ${file.updatedAt}` }
  const { data: url } = useQuery({ ...linkQuery(shown), enabled: isPicture })
  const [isBad, setIsBad] = useState(false)
  if (url === undefined || isBad) return <EntryIcon entry={file} className="size-9 stroke-1" />
  return <img src={url} alt="" loading="lazy" draggable={false} className="size-full object-cover" onError={() => setIsBad(true)} />
}
