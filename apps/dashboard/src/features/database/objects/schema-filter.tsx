import { addressOf } from '../../../lib/object-page/object-search.ts'
import { SchemaPicker } from '../../../scope/schemas/schema-picker.tsx'
import type { DatabaseSearchProps } from './database-search.ts'

export interface SchemaFilterProps extends DatabaseSearchProps {
  readonly projectRef: string
  /** The schema whose objects are listed. */
  readonly schema: string
}

/** Chooses the schema whose objects a page lists, and closes the panel of one in another. */
export function SchemaFilter({ projectRef, schema, search, onSearch }: SchemaFilterProps) {
  return (
    <div className="flex w-full md:w-44">
      <SchemaPicker
        projectRef={projectRef}
        schema={schema}
        hasSystemSchemas
        onSchema={(next) => addressOf({ search, onSearch }).close({ schema: next })}
      />
    </div>
  )
}
