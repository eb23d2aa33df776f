/** Most memory of a slice of users, estimated: its text, its parsed form, and what is sent to the database. */
export const sliceMemoryBytes = 24 * 1024 * 1024
