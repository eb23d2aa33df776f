import { Button, Menu, MenuItem } from '@colonnade/ui'
import { ChevronDown, FilePlus, FolderUp } from 'lucide-react'
import { useRef } from 'react'
import { toolbarText } from '../messages.ts'

export interface UploadButtonsProps {
  readonly onChoose: (files: FileList) => void
}

/** Picks files or a whole folder from the computer. */
export function UploadButtons({ onChoose }: UploadButtonsProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const inputProps = {
    type: 'file',
    multiple: true,
    hidden: true,
    onChange: ({ target }: { readonly target: HTMLInputElement }) => {
      if (target.files !== null && target.files.length > 0) onChoose(target.files)
      // lets the same files be picked again
      target.value = ''
    },
  } as const
  return (
    <>
      <input {...inputProps} ref={files} aria-label={toolbarText.filePicker} />
      <input
        {...inputProps}
        ref={(input) => {
          folder.current = input
          if (input !== null) input.webkitdirectory = true
        }}
        aria-label={toolbarText.folderPicker}
      />
      <Menu
        align="end"
        trigger={
          <Button variant="primary">
            {toolbarText.upload} <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<FilePlus aria-hidden />} onSelect={() => files.current?.click()}>
          {toolbarText.uploadFiles}
        </MenuItem>
        <MenuItem icon={<FolderUp aria-hidden />} onSelect={() => folder.current?.click()}>
          {toolbarText.uploadFolder}
        </MenuItem>
      </Menu>
    </>
  )
}
