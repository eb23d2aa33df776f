import { logins } from '@colonnade/clusters'
import { newRef, systemRandom } from '@colonnade/core'
import { type Database, openDatabase } from '@colonnade/pg'
import type { Fragment } from '@colonnade/sql'
import { openTestHome } from '@colonnade/testing'

/** The database of a real project, with its roles. */
export interface TestProject extends AsyncDisposable {
  /** Connects as the service does: as the authenticator, without a search path. */
  readonly service: Database
  /** Runs a script as the project's owner. */
  run(script: Fragment): Promise<void>
  /** Runs a script as the superuser. */
  administer(script: Fragment): Promise<void>
}

export async function openTestProject(): Promise<TestProject> {
  const home = await openTestHome()
  const ref = newRef(systemRandom)
  await home.clusters.ensure(ref, { compute: 'nano' })
  await home.clusters.start(ref)
  const endpoint = await home.clusters.endpoint(ref)
  const login = logins.requester
  const settings = { ...login.settings, default_transaction_read_only: 'off', search_path: '', statement_timeout: '0' }
  const service = openDatabase({ ...endpoint, ...login, settings })
  const owner = openDatabase({ ...endpoint, ...logins.owner })
  const administrator = openDatabase({ ...endpoint, ...logins.administrator })
  return {
    service,
    async run(script) {
      await owner.run(script)
    },
    async administer(script) {
      await administrator.run(script)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([service, owner, administrator].map((database) => database.close()))
      await home[Symbol.asyncDispose]()
    },
  }
}
