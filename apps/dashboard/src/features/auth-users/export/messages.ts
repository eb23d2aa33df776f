export const exportUsersText = {
  csv: 'CSV',
  ndjson: 'NDJSON',
  exportStarted: 'Export started',
  hashesTitle: 'Export password hashes?',
  exportUsers: 'Export users',
  description: 'Import the file into another project, or open it in a spreadsheet.',
  format: 'Format',
  onlyMatching: 'Only users matching the current search and filters',
  includeHashes: 'Include password hashes, so that users keep their passwords',
  hashesBody: 'Keep the file safe: weak passwords can be guessed from their hashes.',
} as const
