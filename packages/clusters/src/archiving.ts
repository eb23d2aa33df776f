/** The archive_command of a cluster whose WAL is kept nowhere: each segment counts as archived. */
export const discardingArchiveCommand = 'exit 0'
