import { completeAuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { Lint } from '@colonnade/contracts/data/lints'
import { AppError } from '@colonnade/core'
import type { PlatformContext } from '../../../kernel/context.ts'
import { lintsDeadlineMs } from '../../../kernel/limits.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { askServer } from '../../../kernel/servers/ask-server.ts'
import { listActive } from '../../projects/projects/store.ts'
import { findKeptSettings } from '../../auth/auth-settings/store.ts'
import { hasUsers, readLints } from './advisors.ts'
import { lintSettings } from './settings-rules.ts'

/** A run of the advisors in one project: under way, or the one that waits for it. */
interface Run {
  hasBegun: boolean
  readonly result: Promise<Lint[]>
}

const lastRuns = new WeakMap<PlatformContext, Map<string, Run>>()

/**
 * One at a time in each project, and all who ask meanwhile share the next: a run takes a connection of those that are kept for
 * superusers, and many slow ones would soon have every one.
 *
 * @throws AppError `project_not_active` when it stopped meanwhile, `unavailable` when the database takes too long
 */
export function runLints(ctx: PlatformContext, { ref }: ProjectScope): Promise<Lint[]> {
  const runs = lastRuns.get(ctx) ?? new Map<string, Run>()
  lastRuns.set(ctx, runs)
  const last = runs.get(ref)
  if (last && !last.hasBegun) return last.result
  const before = last?.result.catch(() => {}) ?? Promise.resolve()
  const run: Run = {
    hasBegun: false,
    result: before
      .then(() => {
        run.hasBegun = true
        return runNow(ctx, ref)
      })
      .finally(() => {
        if (runs.get(ref) === run) runs.delete(ref)
      }),
  }
  runs.set(ref, run)
  return run.result
}

async function runNow(ctx: PlatformContext, ref: string): Promise<Lint[]> {
  const [project] = await listActive(ctx.database, ref)
  if (!project) throw new AppError('project_not_active', { ref }, { message: 'The project has stopped meanwhile' })
  const options = { projectSeconds: project.age, isForeign: !project.is_run_here }
  const { found, isUsed } = await askServer(ctx.clusters, { ref, deadlineMs: lintsDeadlineMs }, async (server) => ({
    found: await readLints(server, options),
    isUsed: !options.isForeign && (await hasUsers(server)),
  }))
  if (!isUsed) return found
  const kept = await findKeptSettings(ctx.database, ref)
  return [...found, ...lintSettings(completeAuthSettings(kept?.settings ?? {}))]
}
