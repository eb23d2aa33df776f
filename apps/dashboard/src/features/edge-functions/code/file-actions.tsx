import { IconButton, Menu, MenuItem, MenuSeparator } from '@colonnade/ui'
import { Ellipsis, FilePlus, Pencil, Play, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { codeText } from '../messages.ts'
import { languageOf } from './source.ts'

export interface FileActions {
  readonly onNew: () => void
  readonly onUpload: (files: readonly globalThis.File[]) => void
  readonly onRename: (path: string) => void
  readonly onRun: (path: string) => void
  readonly onDelete: (path: string) => void
}

/** Shows buttons that add files. */
export function FileTools({ actions }: { readonly actions: FileActions }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={codeText.newFile} onClick={actions.onNew} className="[&_svg]:size-3.5">
        <FilePlus aria-hidden />
      </IconButton>
      <IconButton label={codeText.upload} onClick={() => picker.current?.click()} className="[&_svg]:size-3.5">
        <Upload aria-hidden />
      </IconButton>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={codeText.uploadPicker}
        onChange={(event) => {
          actions.onUpload([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

export interface FileMenuProps {
  readonly path: string
  readonly entrypoint: string
  readonly actions: FileActions
  readonly tabIndex?: number
  readonly className?: string
}

/** Renames, runs or deletes one file. */
export function FileMenu({ path, entrypoint, actions, tabIndex, className }: FileMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={codeText.actionsOf(path)} tabIndex={tabIndex} className={className}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} hint="F2" onSelect={() => actions.onRename(path)}>
        {codeText.rename}
      </MenuItem>
      <MenuItem icon={<Play aria-hidden />} disabled={path === entrypoint || languageOf(path) !== 'typescript'} onSelect={() => actions.onRun(path)}>
        {codeText.makeEntrypoint}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} isDanger disabled={path === entrypoint} onSelect={() => actions.onDelete(path)}>
        {codeText.deleteFile}
      </MenuItem>
    </Menu>
  )
}
