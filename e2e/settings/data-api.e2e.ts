import { exposureListText, exposurePanelText, repairChangeText } from '@colonnade/dashboard/testing/messages/features/rest-settings/exposure'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string
let key: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Served')
  const { publishable_key } = await dashboard.api.projectSettings.settings({ params: { ref } })
  key = publishable_key!
  await dashboard.api.queries.run({
    params: { ref },
    body: { query: 'create table notes (id int primary key); insert into notes values (1), (2); grant all on notes to anon' },
  })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

/** What a stranger with the publishable key reads. */
const read = async (): Promise<unknown> => {
  const reply = await fetch(`${dashboard.url}/api/${ref}/rest/v1/notes?select=id`, { headers: { apikey: key } })
  return reply.ok ? reply.json() : reply.status
}

test('what a stranger reads is found, and ends with the repair', async () => {
  await expect.poll(read).toEqual([{ id: 1 }, { id: 2 }])
  const page = await dashboard.open(`/project/${ref}/settings/api?tab=exposure`)
  await page.getByRole('button', { name: /public\.notes/ }).click()
  const panel = page.getByRole('dialog', { name: 'public.notes' })
  await panel.getByText('anon can write every row').waitFor()
  await panel.getByRole('button', { name: exposurePanelText.submit }).click()
  await page.getByText(exposurePanelText.done('notes')).waitFor()
  await page.getByText(exposureListText.fine).waitFor()
  await expect.poll(read).toEqual([])
  const { results } = await dashboard.api.queries.run({
    params: { ref },
    body: { query: 'select name, statements from supabase_migrations.schema_migrations order by version desc limit 1' },
  })
  expect(results[0]!.rows).toEqual([[repairChangeText.enableRls('notes'), expect.stringContaining('enable row level security')]])
})

test('settings apply to the next request, and so does the switch', async () => {
  await dashboard.api.queries.run({ params: { ref }, body: { query: 'alter table notes disable row level security' } })
  const page = await dashboard.open(`/project/${ref}/settings/api`)
  await page.getByLabel('Max rows').fill('1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Settings saved').waitFor()
  await expect.poll(read).toEqual([{ id: 1 }])
  // the use of keys is reported every few seconds
  const clients = async () => (await dashboard.api.apiKeys.list({ params: { ref }, query: {} })).flatMap((each) => each.clients)
  await expect.poll(clients, { timeout: 30_000 }).not.toEqual([])
  await page.getByRole('switch', { name: 'Data API enabled' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable the data API?' })
  await dialog.getByRole('list', { name: 'Clients in the last 24 hours' }).getByText('default').waitFor()
  await dialog.getByRole('button', { name: 'Disable data API' }).click()
  await page.getByRole('switch', { name: 'Data API disabled' }).waitFor()
  await expect.poll(read).toBe(404)
})

test('the schema api is created, exposed and empty until something is granted', async () => {
  const page = await dashboard.open(`/project/${ref}/settings/api`)
  await page.getByRole('button', { name: 'Create schema api' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create schema' }).click()
  await page.getByText('Schema api created').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Settings saved').waitFor()
  const { db_schema } = await dashboard.api.restSettings.retrieve({ params: { ref } })
  expect(db_schema).toBe('api, public')
})
