import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** What databases can not tell themselves: the files of an extension may be there, and a library that they need not. */
export const loadableExtensions = resource('/platform/pg-meta/{ref}/loadable-extensions', {
  list: get('/', {
    summary: 'Names of the extensions whose libraries the project’s server can load, sorted',
    auth: 'user',
    permission: 'database:read',
    reply: z.array(z.string()),
  }),
})
