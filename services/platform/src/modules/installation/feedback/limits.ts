/** What one person may upload, so that nobody can fill the disk. */
export const uploadsPerHour = 20
export const uploadBytesPerDay = 200 * 1024 * 1024
/** What was uploaded and never sent is removed after this. */
export const unsentHours = 24
/** Unsent files removed at once. */
export const sweepBatch = 100
/** Characters of a message that its notification shows. */
export const excerptLength = 200
