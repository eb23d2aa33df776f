import type { Queryable } from '@colonnade/pg'
import pg from 'pg'

/** A connection as the project's own administrator. */
export type ReplayClient = Queryable & { readonly client: pg.Client }
