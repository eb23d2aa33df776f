import type { Queryable } from '@colonnade/pg'
import pg from 'pg'

/** Returns a connection as the project's administrator. */
export type ReplayClient = Queryable & { readonly client: pg.Client }
