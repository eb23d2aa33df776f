export const exportMenuText = {
  failed: (error: string) => `Couldn’t create the file. ${error}`,
  label: 'Export',
  png: 'Image (PNG)',
  svg: 'Vector image (SVG)',
  sql: 'Tables (SQL)',
  mermaid: 'Mermaid',
} as const

export const diagramPngText = {
  tooLarge: 'The browser can’t draw an image of this size.',
} as const

/** Texts inside exported files. */
export const exportText = {
  nullable: 'nullable',
  sqlHeader: (schema: string) => `Types and tables of schema ${schema}. Create the functions and other schemas they use first.`,
  sqlExcluded: 'Doesn’t include partitions, policies, triggers or privileges.',
} as const
