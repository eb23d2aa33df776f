/** What a slice of users may take in memory, by estimate: its text, what is read from it, and what is sent to the database. */
export const sliceMemoryBytes = 24 * 1024 * 1024
