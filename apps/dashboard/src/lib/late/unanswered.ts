/** Failures of reads that got no answer because the server couldn't be reached. */
const failures = new WeakSet<object>()

/** Notes that a read is repeated as soon as the server answers, so that what shows the failure can stay quiet. */
export function noteUnanswered(error: unknown): void {
  if (typeof error === 'object' && error !== null) failures.add(error)
}

/** Returns whether the connection notice already shows this failure, until the connection is back. */
export function isUnanswered(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error)
}
