import { IconButton } from '@colonnade/ui'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { uploadText } from '../messages.ts'
import { forgetLeftUploads, leftUploads } from './left-uploads.ts'

/** Shows how many uploads a page reload interrupted. */
export function LeftNotice({ projectRef, bucket }: { readonly projectRef: string; readonly bucket: string }) {
  const [left, setLeft] = useState(() => leftUploads(projectRef, bucket))
  if (left === null) return null
  return (
    <div role="note" className="flex items-center gap-2 border-b bg-warning-tint px-3 py-1.5 text-sm">
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1">{uploadText.left(left.left, left.all)}</p>
      <IconButton
        label={uploadText.dismiss}
        onClick={() => {
          forgetLeftUploads(projectRef, bucket)
          setLeft(null)
        }}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
