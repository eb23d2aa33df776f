import { AppError, type Random } from '@colonnade/core'
import type { Copies, CopyCost } from '../../copies.ts'
import { majorOf } from '../engine/engines.ts'
import { canShare, measureCopying, readCopyBytes } from '../copies/copy-cost.ts'
import type { CopyingParts } from '../copies/copying-parts.ts'
import type { StopTimes } from '../process/postmaster.ts'
import { makeBranch, rehearse, type RehearsalPlan } from './make-branch.ts'

export interface BranchingParts extends CopyingParts {
  readonly random: Random
  readonly stopTimes: StopTimes
}

export function createBranching(parts: BranchingParts): Copies {
  const { failpoint, random, stopTimes } = parts
  const planOf = async (source: string, signal: AbortSignal | undefined): Promise<RehearsalPlan> => {
    const { paths, engines } = parts.use()
    const engine = await engines.of(parts.copyable(source).version)
    return { paths, engine, failpoint, stopTimes, source: paths.cluster(source), endpoint: await parts.endpointOf(source), signal }
  }
  // of the file system that the home is on
  let sharing: boolean | undefined
  const isSharing = async (): Promise<boolean> => (sharing ??= await canShare(parts.use().paths))
  const costOf = async (ref: string): Promise<CopyCost> => ({ bytes: await readCopyBytes(parts.use().paths, ref), isShared: await isSharing() })
  return {
    branch: (ref, source, { compute }, { isWithData, signal }) =>
      parts.inLine(ref, async ({ engines, ports, accounts, pool }) => {
        if (parts.exists(ref)) return costOf(ref)
        const { version } = parts.copyable(source)
        await parts.wipe(ref)
        const isShared = await isSharing()
        const port = await ports.allocate()
        // the pool has copies for new clusters only
        const ready = majorOf(version) === majorOf(engines.standard.version) ? pool.takeReady() : undefined
        const description = { ref, compute, version, port, account: ready?.account ?? accounts.next(), follows: null }
        let bytes: number
        try {
          bytes = await makeBranch({ ...(await planOf(source, signal)), random, description, ready, isWithData })
        } catch (error) {
          ports.free(description.port)
          accounts.free(description.account)
          throw error
        } finally {
          pool.replace()
        }
        parts.add(description)
        return { bytes, isShared }
      }),
    async copyCost(source) {
      if (!parts.exists(source)) throw new AppError('cluster_not_found', { ref: source })
      return costOf(source)
    },
    measureCopying: () => measureCopying(parts.use().paths),
    async rehearse(source, work, { signal } = {}) {
      const { compute } = parts.copyable(source)
      const { accounts } = parts.use()
      const account = accounts.next()
      try {
        return await rehearse(await planOf(source, signal), { account, compute }, work)
      } finally {
        accounts.free(account)
      }
    },
  }
}
