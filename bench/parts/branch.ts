import type { Ground } from './ground.ts'

/** Milliseconds from the request for a branch to its first answered query; it is deleted again. */
export async function branch(ground: Ground, ref: string): Promise<number> {
  const { api } = ground
  const begin = performance.now()
  const made = await api.branches.create({ params: { ref }, body: { name: 'preview' } })
  for await (const { status } of api.projects.events({ params: { ref: made.project_ref } })) if (status === 'ACTIVE_HEALTHY') break
  await ground.query(made.project_ref, 'select 1')
  const time = performance.now() - begin
  await api.branches.remove({ params: { ref, branch: made.id } })
  for await (const branches of api.branches.events({ params: { ref } })) if (branches.length === 1) break
  return time
}
