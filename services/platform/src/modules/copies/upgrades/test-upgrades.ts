import type { Upgrade } from '@colonnade/contracts/copies/upgrades'
import type { Project } from '@colonnade/contracts/projects/projects'
import type { TestPlatform } from '../../../testing.ts'

/** Helpers for tests of upgrades, with the test's platform. */
export function upgradesOf(platform: () => TestPlatform) {
  const at = (of: string, rest = ''): string => `/platform/projects/${of}/upgrades${rest}`
  /** Returns upgrades, newest first. */
  const list = async (of: string) => (await platform().ask('read-only', 'GET', at(of))).json as Upgrade[]
  const last = async (of: string): Promise<Upgrade> => (await list(of))[0]!
  /** Creates a project on the older version. */
  const older = async (name: string): Promise<string> => {
    const body = { organization_slug: 'acme', name, postgres_version: '17' }
    const made = (await platform().ask('owner', 'POST', '/platform/projects', body)).json as Project
    await platform().ctx.parts.reconciler.idle(made.ref)
    return made.ref
  }
  /** Resolves when it has finished, with any outcome. */
  const rehearse = async (of: string): Promise<Upgrade> => {
    const { status, json } = await platform().ask('administrator', 'POST', at(of))
    if (status !== 202) throw new Error(`No rehearsal was begun: ${JSON.stringify(json)}`)
    await platform().ctx.parts.upgrades.idle((json as Upgrade).id)
    return last(of)
  }
  return { at, list, last, older, rehearse }
}
