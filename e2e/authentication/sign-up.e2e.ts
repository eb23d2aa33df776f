import type { ProjectSettings } from '@colonnade/contracts/projects/project-settings'
import type { SupabaseClient } from '@supabase/supabase-js'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openDashboard } from '../dashboard.ts'

/** What the app's page holds: the unmodified client, as its guide has it, and the events that it told of. */
declare global {
  // oxlint-disable-next-line no-var -- globals of a page
  var app: SupabaseClient
  // oxlint-disable-next-line no-var -- as above
  var heard: string[]
}

const opened = new AsyncDisposableStack()
let dashboard: Dashboard
let ref: string
/** Origin of the app: another than the project's. */
let origin: string

beforeAll(async () => {
  dashboard = opened.use(await openDashboard())
  ref = await dashboard.project('Todos')
  await dashboard.api.queries.run({
    params: { ref },
    body: {
      query: `create table todos (id bigint generated always as identity primary key, user_id uuid not null default auth.uid() references auth.users on delete cascade, title text not null);
        alter table todos enable row level security;
        create policy own on todos to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id)`,
    },
  })
  origin = await serveApp(await dashboard.api.projectSettings.settings({ params: { ref } }))
  await dashboard.api.authSettings.update({ params: { ref }, body: { site_url: origin, uri_allow_list: `${origin}/**` } })
})
afterAll(() => opened.disposeAsync())

/** The smallest app there is: a page with the client. */
async function serveApp({ app_config: config, service_api_keys: keys }: ProjectSettings): Promise<string> {
  const library = await readFile(fileURLToPath(new URL('umd/supabase.js', import.meta.resolve('@supabase/supabase-js'))), 'utf8')
  const url = `${config.protocol}://${config.endpoint}`
  const key = keys.find(({ name }) => name === 'anon')!.api_key
  const page = `<!doctype html><title>Todos</title><script src="/supabase.js"></script><script>
    heard = []
    app = supabase.createClient(${JSON.stringify(url)}, ${JSON.stringify(key)})
    app.auth.onAuthStateChange((event) => heard.push(event))
  </script>`
  const server = createServer((request, response) => {
    const isLibrary = request.url === '/supabase.js'
    response.writeHead(200, { 'content-type': isLibrary ? 'text/javascript' : 'text/html' }).end(isLibrary ? library : page)
  })
  opened.defer(async () => {
    server.closeAllConnections()
    await server[Symbol.asyncDispose]()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const email = 'ada@example.com'
const password = 'correct horse battery'

/** The link of the latest mail to an address, from the project's inbox. */
async function linkTo(address: string): Promise<string> {
  const { items } = await dashboard.api.authMails.list({ params: { ref } })
  const { id } = items.find(({ to }) => to === address)!
  const { content } = await dashboard.api.authMails.retrieve({ params: { ref, id } })
  return /https?:\S+\/verify\?\S+/.exec(content!.text)![0]
}

const todos = (page: Page): Promise<unknown> => page.evaluate(async () => (await app.from('todos').select('title')).data)

test('an app on another origin signs people up, keeps them signed in, and sees what is theirs', async () => {
  const page = await dashboard.openAsStranger('/sign-in')
  await page.goto(origin)
  await page.evaluate(
    async ([address, secret]) => {
      const { data, error } = await app.auth.signUp({ email: address!, password: secret! })
      if (error !== null || data.session !== null) throw new Error(error?.message ?? 'The address was not proved yet')
    },
    [email, password],
  )

  await page.goto(await linkTo(email))
  await page.waitForFunction(() => heard.includes('SIGNED_IN'))
  // the session doesn't stay in the address
  await page.waitForURL((url) => url.hash === '')
  await page.evaluate(() => app.from('todos').insert({ title: 'Write a program' }).throwOnError())

  await page.reload()
  await expect.poll(() => todos(page)).toEqual([{ title: 'Write a program' }])
  await page.evaluate(() => app.auth.refreshSession())
  await expect.poll(() => page.evaluate(async () => (await app.auth.getClaims()).data?.claims.email)).toBe(email)

  await page.evaluate(() => app.auth.signOut())
  await expect.poll(() => todos(page)).toEqual([])
  await page.evaluate((address) => app.auth.resetPasswordForEmail(address), email)
  await page.goto(await linkTo(email))
  await page.waitForFunction(() => heard.includes('PASSWORD_RECOVERY'))
  await page.evaluate(async () => {
    const { error } = await app.auth.updateUser({ password: 'another long password' })
    if (error !== null) throw error
    await app.auth.signOut()
  })
  const signIn = (secret: string) => (): Promise<string | undefined> =>
    page.evaluate(async ([address, each]) => (await app.auth.signInWithPassword({ email: address!, password: each! })).error?.code, [email, secret])
  await expect.poll(signIn(password)).toBe('invalid_credentials')
  await expect.poll(signIn('another long password')).toBeUndefined()
  await expect.poll(() => todos(page)).toEqual([{ title: 'Write a program' }])
})
