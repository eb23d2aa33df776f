import { Button, Menu, MenuItem } from '@colonnade/ui'
import { ChevronDown, FilePlus, FolderUp } from 'lucide-react'
import { useRef } from 'react'

export interface UploadButtonsProps {
  readonly onChoose: (files: FileList) => void
}

/** Chooses files, or a folder with all that is in it, from the computer. */
export function UploadButtons({ onChoose }: UploadButtonsProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const inputProps = {
    type: 'file',
    multiple: true,
    hidden: true,
    onChange: ({ target }: { readonly target: HTMLInputElement }) => {
      if (target.files !== null && target.files.length > 0) onChoose(target.files)
      // the same files can be chosen again
      target.value = ''
    },
  } as const
  return (
    <>
      <input {...inputProps} ref={files} aria-label="Files to upload" />
      <input
        {...inputProps}
        ref={(input) => {
          folder.current = input
          if (input !== null) input.webkitdirectory = true
        }}
        aria-label="Folder to upload"
      />
      <Menu
        align="end"
        trigger={
          <Button variant="primary">
            Upload <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<FilePlus aria-hidden />} onSelect={() => files.current?.click()}>
          Files
        </MenuItem>
        <MenuItem icon={<FolderUp aria-hidden />} onSelect={() => folder.current?.click()}>
          Folder
        </MenuItem>
      </Menu>
    </>
  )
}
