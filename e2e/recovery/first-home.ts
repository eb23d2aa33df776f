import { join } from 'node:path'
import { createInstallation } from './installation.ts'

/**
 * Once before all files: a first start on an empty home makes engine and template, which the installations of the tests then copy, and leaves
 * the program as Node has compiled it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const installation = await createInstallation()
  process.env['NODE_COMPILE_CACHE'] = join(installation.paths.home, 'compiled')
  const server = await installation.start({ COLONNADE_POOL_SIZE: '0' })
  await server.stop()
  // the processes of the files inherit it
  process.env['COLONNADE_TEST_FIRST_HOME'] = installation.paths.home
  return async () => {
    await installation[Symbol.asyncDispose]()
  }
}
