import { entityTypeCodes } from '@colonnade/pg-meta'
import { IconButton, Menu, MenuChecks, MenuChoice, MenuSeparator } from '@colonnade/ui'
import { ListFilter } from 'lucide-react'
import type { EntityView } from './entity-view.ts'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import { viewMenuText } from './messages.ts'

const sorts = [
  { value: 'alphabetical', label: viewMenuText.alphabetical },
  { value: 'grouped-alphabetical', label: viewMenuText.byType },
] as const
const types = entityTypeCodes.map((code) => ({ value: code, label: kindLooks[code].plural }))

export interface ViewMenuProps {
  readonly view: EntityView
  readonly onChange: (view: EntityView) => void
}

/** Order and kinds of what is listed. */
export function ViewMenu({ view, onChange }: ViewMenuProps) {
  const isNarrowed = view.types.length > 0 && view.types.length < types.length
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={
            isNarrowed
              ? viewMenuText.sortAndFilterOnly(view.types.map((code) => kindLooks[code].plural.toLowerCase()).join(', '))
              : viewMenuText.sortAndFilter
          }
          className={isNarrowed ? 'text-accent' : undefined}
        >
          <ListFilter aria-hidden />
        </IconButton>
      }
    >
      <MenuChoice label={viewMenuText.sort} value={view.sort} options={sorts} onChange={(sort) => onChange({ ...view, sort })} />
      <MenuSeparator />
      <MenuChecks
        label={viewMenuText.show}
        values={view.types.length === 0 ? entityTypeCodes : view.types}
        options={types}
        // all of them is no filter, and of none there would be nothing to see
        onChange={(next) => onChange({ ...view, types: next.length === types.length ? [] : next })}
      />
      <MenuSeparator />
      <MenuChecks
        label={viewMenuText.schemas}
        values={view.hasSystemSchemas ? ['system'] : []}
        options={[{ value: 'system', label: viewMenuText.systemSchemas }]}
        onChange={(next) => onChange({ ...view, hasSystemSchemas: next.length > 0 })}
      />
    </Menu>
  )
}
