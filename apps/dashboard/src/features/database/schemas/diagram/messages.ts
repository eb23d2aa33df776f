export const diagramText = {
  title: (schema: string) => `Diagram of schema ${schema}`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit to screen',
  map: 'Map of the diagram',
  moveHint: 'Press Enter to select the table and highlight its relations, then move it with the arrow keys. Press Escape to deselect it.',
  selectHint: 'Press Enter to select the table and highlight its relations.',
  moved: (direction: string) => `Moved ${direction}`,
} as const

export const litRelationsText = {
  title: (name: string) => `Relations of ${name}`,
  more: (count: number) => `… and ${count} more`,
} as const

export const tableNodeText = {
  columnsOf: (name: string) => `Columns of ${name}`,
  primaryKey: 'primary key',
  foreignKey: 'foreign key',
  unique: 'unique',
  nullable: 'nullable',
  actionsOf: (name: string) => `Actions for ${name}`,
  showSchema: (schema: string) => `Show schema ${schema}`,
  expand: 'Show columns',
  collapse: 'Hide columns',
  openTable: 'Open in table editor',
  showTables: 'Show in Tables',
} as const
