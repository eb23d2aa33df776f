/** Imports of one person in one project that are remembered at once. */
export const importsMax = 20
/** Largest single record of a file, in bytes: as large as a row that the platform can show. */
export const recordBytesMax = 32 * 1024 * 1024
/** Most fields of a record: ten times what a table can have. */
export const fieldsMost = 16_000
/** What a record of JSON may hold. */
export const recordLimits = { values: 200_000, depth: 64 } as const
/** What an import may take in memory, by estimate: claimed before its file is read. */
export const importBytes = 32 * 1024 * 1024
/** What has been sent and may yet be refused is remembered, to say which record it was: in bytes. What the server has not read is far less. */
export const sentBytesKept = 8 * 1024 * 1024
/** Characters of a value that are told. */
export const valueTextMax = 100
/** Rows and bytes that are tried at once where bad rows are collected. */
export const batchRows = 5_000
export const batchBytes = 4 * 1024 * 1024
/** Rows that may yet find the row that they refer to: their bytes in memory. */
export const retriedBytesMax = 16 * 1024 * 1024
