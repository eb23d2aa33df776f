import type { EntityType } from '@colonnade/pg-meta'
import { copyText, MenuItem, MenuLink, MenuSeparator } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Code,
  Copy,
  CopyPlus,
  Download,
  FileCode,
  FolderPlus,
  Pencil,
  Plus,
  RefreshCw,
  ShieldCheck,
  ShieldOff,
  ShieldPlus,
  SquareTerminal,
  Trash2,
} from 'lucide-react'
import { paths } from '../../../paths.ts'
import { sqlEditorRows } from '../limits.ts'
import type { Open } from '../open/open.ts'
import { copyDdl, exportEntity, refreshView, selectText, setRls } from './entity-actions.ts'
import { openEditorPanel } from '../../../scope/editor-panel/editor-panel.ts'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import { entityMenuText } from './messages.ts'

export interface EntityMenuProps {
  readonly projectRef: string
  /** Null where the menu is about the schema. */
  readonly entity: EntityType | null
  readonly schema: string
  readonly isWriter: boolean
  /** Opens a panel or confirmation; with a relation, of which it is selected. */
  readonly onOpen: (open: Open, select?: EntityType) => void
  /** Switching it off bares rows: it is asked first. */
  readonly onRlsOff: (entity: EntityType) => void
  readonly onWriteSql: (text: string) => void
}

/** What can be done with a relation of the list, as its kind and the person's role allow. */
export function EntityMenu({ projectRef, entity, schema, isWriter, onOpen, onRlsOff, onWriteSql }: EntityMenuProps) {
  const client = useQueryClient()
  const mayChange = isWriter && !isSystemSchema(entity?.schema ?? schema)
  const create = mayChange && (
    <>
      <MenuItem icon={<Plus aria-hidden />} onSelect={() => onOpen({ kind: 'panel', panel: { kind: 'table-new' } })}>
        {entityMenuText.newTable}
      </MenuItem>
      {entity === null && (
        <MenuItem icon={<FolderPlus aria-hidden />} onSelect={() => onOpen({ kind: 'panel', panel: { kind: 'schema-new' } })}>
          {entityMenuText.newSchema}
        </MenuItem>
      )}
    </>
  )
  if (entity === null) return create || <MenuItem disabled>{entityMenuText.cannotCreate}</MenuItem>
  const { id, type, name } = entity
  const isTable = type === 'r' || type === 'p'
  return (
    <>
      {create}
      {mayChange && isTable && (
        <>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onOpen({ kind: 'panel', panel: { kind: 'table-edit', table: id } }, entity)}>
            {entityMenuText.editTable}
          </MenuItem>
          <MenuItem icon={<CopyPlus aria-hidden />} onSelect={() => onOpen({ kind: 'panel', panel: { kind: 'table-duplicate', table: id } }, entity)}>
            {entityMenuText.duplicateTable}
          </MenuItem>
        </>
      )}
      {mayChange && <MenuSeparator />}
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copyText(name)}>
        {entityMenuText.copyName}
      </MenuItem>
      <MenuItem icon={<FileCode aria-hidden />} onSelect={() => void copyDdl(projectRef, entity)}>
        {entityMenuText.copyDdl}
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} onSelect={() => void exportEntity(client, projectRef, entity)}>
        {entityMenuText.export}
      </MenuItem>
      <MenuItem icon={<Code aria-hidden />} onSelect={() => onWriteSql(selectText(entity, sqlEditorRows))}>
        {entityMenuText.viewInSqlEditor}
      </MenuItem>
      <MenuItem icon={<SquareTerminal aria-hidden />} onSelect={() => openEditorPanel({ text: selectText(entity, sqlEditorRows) })}>
        {entityMenuText.queryInEditorPanel}
      </MenuItem>
      {mayChange && (
        <>
          <MenuSeparator />
          {isTable && (
            <MenuLink icon={<ShieldPlus aria-hidden />} link={<Link to={paths.project.newPolicy(projectRef, entity)} />}>
              {entityMenuText.newPolicy}
            </MenuLink>
          )}
          {isTable && entity.rls_enabled && (
            <MenuItem icon={<ShieldOff aria-hidden />} onSelect={() => onRlsOff(entity)}>
              {entityMenuText.disableRls}
            </MenuItem>
          )}
          {isTable && !entity.rls_enabled && (
            <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => void setRls(client, projectRef, entity, true)}>
              {entityMenuText.enableRls}
            </MenuItem>
          )}
          {type === 'm' && (
            <MenuItem icon={<RefreshCw aria-hidden />} onSelect={() => void refreshView(client, projectRef, entity)}>
              {entityMenuText.refresh}
            </MenuItem>
          )}
          <MenuItem
            icon={<Trash2 aria-hidden />}
            isDanger
            onSelect={() => onOpen({ kind: 'confirmation', confirmation: { kind: 'table-delete', table: id } })}
          >
            {entityMenuText.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}
