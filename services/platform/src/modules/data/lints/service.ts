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
import { messages } from './messages.ts'

/** A current or queued run of the advisors in a project. */
interface Run {
  hasBegun: boolean
  readonly result: Promise<Lint[]>
}

const lastRuns = new WeakMap<PlatformContext, Map<string, Run>>()

/**
 * Runs the advisors once at a time per project; callers during a run share the next one. A run uses a connection reserved for superusers, and many
 * slow ones
 * would soon use all of them.
 *
 * @throws AppError `project_not_active` if it was stopped, `unavailable` if the database takes too long
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
  if (!project) throw new AppError('project_not_active', { ref }, { message: messages.stopped })
  const options = { projectSeconds: project.age, isForeign: !project.is_run_here }
  const { found, isUsed } = await askServer(ctx.clusters, { ref, deadlineMs: lintsDeadlineMs }, async (server) => ({
    found: await readLints(server, options),
    isUsed: !options.isForeign && (await hasUsers(server)),
  }))
  if (!isUsed) return found
  const kept = await findKeptSettings(ctx.database, ref)
  return [...found, ...lintSettings(completeAuthSettings(kept?.settings ?? {}))]
}
