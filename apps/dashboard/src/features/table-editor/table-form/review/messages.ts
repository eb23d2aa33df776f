export const lockNotesText = {
  title: 'Locks',
  large: (rows: string, size: string) => `This is a large table: ${rows}, ${size}`,
  postgresDocumentation: 'Postgres documentation',
} as const
