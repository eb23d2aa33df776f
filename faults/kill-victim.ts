import type { Installation } from '../e2e/recovery/installation.ts'
import type { FileVictim } from './files/plan.ts'

/** Returns how many processes are gone by it. */
export async function killVictim(installation: Installation, ref: string, victim: FileVictim, restartPlatform: () => Promise<void>): Promise<number> {
  const end = async (names: readonly string[]): Promise<number> => {
    const pids = (await Promise.all(names.map((name) => installation.postmaster(name)))).filter((pid) => pid !== undefined)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    return pids.length
  }
  switch (victim) {
    case "the project's server":
      return end([ref])
    case "the control plane's server":
      return end(['platform'])
    case 'the platform':
      await restartPlatform()
      return 1
    case 'everything': {
      const killed = await end([ref, 'platform'])
      await restartPlatform()
      return killed + 1
    }
  }
}
