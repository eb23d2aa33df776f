import type { Profile } from '@colonnade/contracts/people/sessions'
import { Avatar, Button, toast } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { CropDialog } from './crop-dialog.tsx'
import { pictureFieldText } from './messages.ts'
import { useRemovePicture } from './mutations.ts'
import { pictureTypes, readPicture } from './read-picture.ts'

/** One's picture, which others see beside one's name; the icon where there is none. */
export function PictureField({ profile: { profileImageUrl: url } }: { readonly profile: Profile }) {
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const remove = useRemovePicture()
  const failed = (error: unknown) => toast.error(messageOf(error))
  return (
    <div className="flex flex-col items-center gap-2">
      <Avatar src={url} size="lg" className="size-16 [&_svg]:size-7" />
      <div className="flex gap-1">
        <Button size="sm" onClick={() => input.current?.click()}>
          {url === null ? pictureFieldText.add : pictureFieldText.changePicture}
        </Button>
        {url !== null && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={pictureFieldText.removePicture}
            isPending={remove.isPending}
            onClick={() => remove.mutate(undefined, { onError: failed })}
          >
            {pictureFieldText.remove}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join(',')}
        hidden
        aria-label={pictureFieldText.file}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // the same file may be chosen again
          event.target.value = ''
          if (file) readPicture(file).then(setPicture, failed)
        }}
      />
      <CropDialog picture={picture} onClose={() => setPicture(undefined)} />
    </div>
  )
}
