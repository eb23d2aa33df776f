import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing.ts'

let project: TestProject
beforeAll(async () => {
  project = await openTestProject('Edge')
})
afterAll(() => project[Symbol.asyncDispose]())

const path = 'supabase/functions/hello/index.ts'

/** Deploys as the CLI does, with a token as it wants them. */
async function deploy(
  token: string,
  text: string,
): Promise<{ readonly status: number; readonly json: { readonly version: number; readonly message: string } }> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ entrypoint_path: path, import_map_path: '', name: 'hello', verify_jwt: true, static_patterns: [] }))
  form.append('file', new Blob([text]), path)
  const sent = new Response(form)
  const headers = { authorization: `Bearer ${token}`, 'content-type': sent.headers.get('content-type')! }
  const at = `/v1/projects/${project.ref}/functions/deploy?slug=hello`
  return (await project.platform.ask(null, 'POST', at, new Uint8Array(await sent.arrayBuffer()), headers)) as Awaited<ReturnType<typeof deploy>>
}
const invoke = async (): Promise<unknown> => (await project.client().functions.invoke('hello', { body: { name: 'Ada' } })).data

test('what the CLI deploys answers, is rolled back, and sees new secrets without a deploy', async () => {
  const { platform, ref } = project
  const input = { name: 'CLI', scopes: ['projects:read', 'project_edge_function:all'], expires_at: null }
  const { token } = (await platform.ask('developer', 'POST', '/platform/access-tokens', input)).json as { token: string }
  expect(token).toMatch(/^sbp_[a-f0-9]{40}$/)
  const first = await deploy(
    token,
    `Deno.serve(async (req: Request) => Response.json({ hello: (await req.json()).name, word: Deno.env.get('WORD') ?? null }))`,
  )
  expect(first).toMatchObject({ status: 201, json: { version: 1 } })
  await expect.poll(invoke, { timeout: 10_000 }).toEqual({ hello: 'Ada', word: null })
  const [broken, second] = await Promise.all([
    deploy(token, 'throw new Error("no such thing")'),
    deploy(token, `Deno.serve(() => Response.json('second'))`),
  ])
  expect(broken).toMatchObject({ status: 422, json: { message: expect.stringContaining('no such thing') } })
  expect(second).toMatchObject({ status: 201, json: { version: 2 } })
  await expect.poll(invoke, { timeout: 10_000 }).toBe('second')
  await platform.ask('developer', 'POST', `/v1/projects/${ref}/secrets`, [{ name: 'WORD', value: 'secret' }])
  await platform.ask('developer', 'POST', `/platform/functions/${ref}/hello/versions/1/activate`)
  await expect.poll(invoke, { timeout: 10_000 }).toEqual({ hello: 'Ada', word: 'secret' })
  await platform.ask('developer', 'DELETE', `/v1/projects/${ref}/functions/hello`)
  await expect.poll(async () => (await project.client().functions.invoke('hello')).response?.status, { timeout: 10_000 }).toBe(404)
})
