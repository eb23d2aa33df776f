import { SearchSelect, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery, isSystemSchema } from './schemas.ts'

/** From so many schemas on they are searched instead of only listed. */
const searchedSchemas = 8

export interface SchemaPickerProps {
  readonly projectRef: string
  readonly schema: string
  readonly hasSystemSchemas: boolean
  readonly onSchema: (schema: string) => void
}

/** The schema that is listed; many are searched. One that is not there, as in an old link, stays to be seen. */
export function SchemaPicker({ projectRef, schema, hasSystemSchemas, onSchema }: SchemaPickerProps) {
  const { data: schemas = [] } = useQuery(schemasQuery(projectRef, hasSystemSchemas))
  const found = schemas.map(({ name }) => name)
  const names = found.includes(schema) ? found : [schema, ...found]
  const options = names.map((name) => ({ value: name, label: name, ...(isSystemSchema(name) && { hint: 'read-only' }) }))
  // with the system's, which come late, there are many: the list that is open by then is not taken away for another kind of list
  if (!hasSystemSchemas && options.length < searchedSchemas) {
    return <Select label="Schema" size="sm" className="min-w-0 flex-1" value={schema} options={options} onValueChange={onSchema} />
  }
  return (
    <SearchSelect
      label="Schema"
      searchLabel="Search schemas"
      emptyText="No schema has this name."
      className="h-7 min-w-0 flex-1 text-xs"
      value={schema}
      options={options}
      onValueChange={onSchema}
    />
  )
}
