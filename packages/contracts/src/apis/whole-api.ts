import { databaseObjects, databases, projectTypes } from '../data/database-objects.ts'
import { dataApi } from './data-api.ts'
import { organizationApi } from './organization-api.ts'
import { platformApi } from './platform-api.ts'

/**
 * Every call of the platform: the server binds it, the API document prints it, tests enumerate it. The dashboard makes the SQL of its
 * database pages itself, so that the calls by kind of object are no part of what it loads.
 */
export const wholeApi = { ...platformApi, ...dataApi, ...organizationApi, databases, projectTypes, ...databaseObjects }
