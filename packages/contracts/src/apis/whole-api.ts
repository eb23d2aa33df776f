import { databaseObjects, databases, projectTypes } from '../data/database-objects.ts'
import { dataApi } from './data-api.ts'
import { organizationApi } from './organization-api.ts'
import { platformApi } from './platform-api.ts'

/**
 * Every call of the platform: the server binds them, the API document describes them, tests enumerate them. The dashboard doesn't load the
 * calls for database objects, because it writes the SQL of its database pages itself.
 */
export const wholeApi = { ...platformApi, ...dataApi, ...organizationApi, databases, projectTypes, ...databaseObjects }
