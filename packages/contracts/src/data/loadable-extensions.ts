import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** Extensions that the server can load. A database can't report this: an extension's files may exist without its library. */
export const loadableExtensions = resource('/platform/pg-meta/{ref}/loadable-extensions', {
  list: get('/', {
    summary: 'List the extensions that the project’s server can load, sorted by name',
    auth: 'user',
    permission: 'database:read',
    reply: z.array(z.string()),
  }),
})
