import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** What databases can not tell themselves: the files of an extension may be there, and a library that they need not. */
export const loadableExtensions = resource('/platform/pg-meta/{ref}/loadable-extensions', {
  list: get('/', {
    summary: 'List the extensions that the project’s server can load, sorted by name',
    auth: 'user',
    permission: 'database:read',
    reply: z.array(z.string()),
  }),
})
