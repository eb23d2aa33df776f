import { scramVerifier } from '@colonnade/pg'
import type { RoleLogin } from '@colonnade/projects'
import { randomBytes } from 'node:crypto'

/** A socket that opens the database of one project. */
export interface DatabaseSocket {
  readonly ref: string
  /** The socket is `.s.PGSQL.5432` in it. */
  readonly folder: string
  /** Knows who can log in there. */
  readonly login: (ref: string, role: string) => Promise<RoleLogin | null>
}

/** Listens until the result is disposed of; null where there is no pooler. */
export type OwnDatabase = (socket: DatabaseSocket) => Promise<AsyncDisposable | null>

/** The host that `SUPABASE_DB_URL` names; workers turn it into their socket, and no name server knows it. */
export const ownDatabaseHost = 'own-database.internal'

const role = 'postgres'
const passwordBytes = 24

/** Opens a socket to a project's database for one worker. Its password is only in the worker's memory, and useless once the worker has ended. */
export async function openOwnDatabase(open: OwnDatabase, ref: string, folder: string): Promise<(AsyncDisposable & { readonly url: string }) | null> {
  const password = randomBytes(passwordBytes).toString('base64url')
  const login: RoleLogin = { verifier: await scramVerifier(password), canLogin: true }
  const socket = await open({ ref, folder, login: async (asked, name) => (asked === ref && name === role ? login : null) })
  if (socket === null) return null
  const url = `postgresql://${role}:${password}@${ownDatabaseHost}:5432/postgres`
  return { url, [Symbol.asyncDispose]: () => socket[Symbol.asyncDispose]() }
}
