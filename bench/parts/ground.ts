import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, connect, createInstallation, databasePassword, type Installation, signIn } from '../../e2e/recovery/installation.ts'
import type { Environment, Server } from '../../e2e/recovery/server.ts'

/** For what was just written to reach the disk. */
const calmMs = 200

/** An installation of its own for a bench, with its server, its owner and an organization. */
export interface Ground extends AsyncDisposable {
  readonly installation: Installation
  readonly server: Server
  readonly api: Api
  readonly cookie: string
  /** Requests a project and resolves with its ref when it has answered a query, as a page that follows its events sees it. */
  create(name: string): Promise<string>
  query(ref: string, text: string): Promise<string | null | undefined>
  /** Resolves when this many copies wait and nothing is being made. */
  untilPooled(count: number): Promise<void>
}

export async function openGround(environment: Environment = {}): Promise<Ground> {
  const installation = await createInstallation()
  try {
    const server = await installation.start(environment)
    const cookie = await signIn(server.url)
    const api = connect(server.url, cookie)
    const { slug } = await api.organizations.create({ body: { name: 'Bench' } })
    const query: Ground['query'] = async (ref, text) => {
      const { results } = await api.queries.run({ params: { ref }, body: { query: text } })
      return results[0]?.rows[0]?.[0]
    }
    return {
      installation,
      server,
      api,
      cookie,
      query,
      async create(name) {
        const { ref } = await api.projects.create({ body: { organization_slug: slug, name, db_pass: databasePassword } })
        for await (const { status } of api.projects.events({ params: { ref } })) if (status === 'ACTIVE_HEALTHY') break
        await query(ref, 'select 1')
        return ref
      },
      async untilPooled(count) {
        const { pool, making } = installation.paths
        while ((await readdir(pool)).length < count || (await readdir(making)).length > 0) await sleep(50)
        await sleep(calmMs)
      },
      [Symbol.asyncDispose]: () => installation[Symbol.asyncDispose](),
    }
  } catch (error) {
    await installation[Symbol.asyncDispose]()
    throw error
  }
}
