/** Most imports in memory of one person in one project. */
export const importsMax = 20
/** Largest record of a file, in bytes: the largest row that the platform can show. */
export const recordBytesMax = 32 * 1024 * 1024
/** Most fields of a record: ten times the maximum of a table. */
export const fieldsMost = 16_000
/** Limits of a JSON record. */
export const recordLimits = { values: 200_000, depth: 64 } as const
/** Estimated memory of an import, claimed before it reads its file. */
export const importBytes = 32 * 1024 * 1024
/** Most bytes of sent records in memory, to identify a rejected one. The server's unread data is much less. */
export const sentBytesKept = 8 * 1024 * 1024
/** Most characters of a value in a message. */
export const valueTextMax = 100
/** Most rows and bytes per batch when invalid rows are collected. */
export const batchRows = 5_000
export const batchBytes = 4 * 1024 * 1024
/** Most bytes in memory of rows that wait for a referenced row. */
export const retriedBytesMax = 16 * 1024 * 1024
