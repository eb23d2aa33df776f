import type { Input, QueryInput, QueryReply } from '@colonnade/contracts'
import { api } from './client.ts'

export type SqlRun = Input<typeof QueryInput> & { readonly signal?: AbortSignal | undefined }

/** Runs SQL in a project: `runSql(ref, { query: 'select 1' })`. All values come back as the text that Postgres prints. */
export function runSql(ref: string, { signal, ...body }: SqlRun): Promise<QueryReply> {
  return api.queries.run({ params: { ref }, body, signal })
}

/** Asks Postgres to stop the run with this key; false when it had already ended. */
export async function cancelSql(ref: string, key: string): Promise<boolean> {
  const { cancelled } = await api.queries.cancel({ params: { ref }, body: { key } })
  return cancelled
}
