export const nameCheckText = {
  unknownTable: (name: string) => `Unknown table or view “${name}”`,
  in: (name: string) => ` in “${name}”`,
  unknownColumn: (name: string, where: string) => `Unknown column “${name}”${where}`,
  unknownColumnIn: (name: string, table: string) => `Unknown column “${name}” in “${table}”`,
} as const
