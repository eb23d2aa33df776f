import { randomBytes } from 'node:crypto'
import type { Failpoint } from '@colonnade/core'
import { ident, sql } from '@colonnade/sql'
import type { ClusterEndpoint } from '../../clusters.ts'
import { ownNames } from '../../own-names.ts'
import { askAs } from './read-names.ts'

const { current, former } = ownNames

/**
 * Gives our roles, which have their former names, the current ones, both or none: in a single transaction, so that a kill at any instant and a
 * replica at any position have either pair. Privileges, settings and memberships go by OID and stay.
 *
 * @returns the current names that roles of the owner's have; none: it is done
 * @throws AppError
 */
export async function renameRoles(server: ClusterEndpoint, failpoint: Failpoint): Promise<readonly string[]> {
  return askAs(server, 'former', async (client) => {
    const taken = await client.rows<{ name: string }>(sql`select rolname as name from pg_roles where rolname = any(${Object.values(current)})`)
    if (taken.length > 0) return taken.map(({ name }) => name)
    // a session can't rename its own user, and the transaction ends before anybody else sees this one
    const renamer = ident(`renaming_${randomBytes(8).toString('hex')}`)
    const reader = await client.first(sql`select from pg_roles where rolname = ${former.reader}`)
    await client.run(sql`begin`)
    // an owner may just be making a role of one of those names
    await client.run(sql`set local lock_timeout = '5s'`)
    await client.run(sql`create role ${renamer} superuser`)
    await client.run(sql`set local session authorization ${renamer}`)
    await client.run(sql`alter role ${ident(former.administrator)} rename to ${ident(current.administrator)}`)
    await failpoint('clusters.names.rename.within')
    if (reader !== undefined) await client.run(sql`alter role ${ident(former.reader)} rename to ${ident(current.reader)}`)
    await client.run(sql`reset session authorization`)
    await client.run(sql`drop role ${renamer}`)
    await client.run(sql`commit`)
    await failpoint('clusters.names.rename.after')
    return []
  })
}
