import { builtinEnvironments, type Environment } from 'vitest/runtime'
import { createEndOfWorker } from './end-of-worker.ts'

/** Node, plus an end: what the files of a worker share is closed when the worker has run its last file. */
const environment: Environment = {
  name: 'worker',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const node = await builtinEnvironments.node.setup(global, options)
    const endOfWorker = createEndOfWorker()
    return {
      async teardown(torn) {
        await endOfWorker.disposeAsync()
        await node.teardown(torn)
      },
    }
  },
}

export default environment
