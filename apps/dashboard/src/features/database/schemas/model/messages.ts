export const diagramModelText = {
  cardinality: (isUnique: boolean, isOptional: boolean) => `${isUnique ? 'one' : 'many'} to ${isOptional ? 'one or none' : 'one'}`,
  table: (name: string, columns: number) => `Table ${name}, ${columns} ${columns === 1 ? 'column' : 'columns'}`,
  refersTo: (list: string) => `Refers to ${list}`,
  referredToBy: (list: string) => `Referred to by ${list}`,
  by: (table: string, columns: string) => `${table} by ${columns}`,
  otherTable: (name: string, schema: string) => `Table ${name} in schema ${schema}`,
  noRelations: 'No relations',
} as const
