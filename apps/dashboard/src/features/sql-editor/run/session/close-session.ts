import { dataApiOver } from '../../../../scope/data-client.ts'

/** Outlives the page: a session that nobody can come back to should not keep its locks. */
const lastingApi = dataApiOver((input, init) => globalThis.fetch(input, { ...init, keepalive: true }))

/** Ends a session; what it left open is rolled back. @throws AppError */
export async function closeSessionNow(ref: string, id: string): Promise<void> {
  await lastingApi.sqlRuns.closeSession({ params: { ref, id } })
}
