import { createClient } from '@colonnade/client'
import { databases } from '@colonnade/contracts/data/database-objects'
import { noteRefusal } from '../../scope/client.ts'
import { watchedFetch } from '../../scope/reachability.ts'

const api = createClient({ databases }, { fetch: watchedFetch, onRefusal: noteRefusal })

/** Returns the TypeScript types of some schemas. */
export async function fetchTypes(ref: string, schemas: readonly string[]): Promise<string> {
  const { types } = await api.databases.typescript({ params: { ref }, query: { included_schemas: schemas.join(',') } })
  return types
}
