import type { ConnectionTarget } from '@colonnade/pg'
import type { TestProject } from 'vitest/node'
import { openTestHome, startServer } from '../test-home.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of `openControlDatabase`. */
    controlServer: ConnectionTarget
  }
}

/** Starts one server for the control planes of all test files, which need a database each but no server: that is most of what opening one takes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await openTestHome()
  // files that run side by side share its connections
  project.provide('controlServer', await startServer(home, { compute: 'large' }))
  return async () => {
    await home[Symbol.asyncDispose]()
  }
}
