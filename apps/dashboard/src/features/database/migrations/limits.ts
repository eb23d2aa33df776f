/** Most bytes of a file that is marked as applied: a form can still show as many. */
export const maxFileBytes = 2 * 1024 * 1024

/** Most characters of a migration's SQL that the search covers, so that it stays fast with thousands of migrations. */
export const searchedLength = 2_000
