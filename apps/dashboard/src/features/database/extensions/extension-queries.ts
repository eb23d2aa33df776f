import { listExtensionSummaries } from '@colonnade/pg-meta/extensions'
import { objectsQuery } from '../objects/object-queries.ts'

export const extensionsQuery = (ref: string) => objectsQuery(ref, ['extensions'], () => listExtensionSummaries())
