import { sql, toText } from '@colonnade/sql'
import { sendText, stateText, systemText } from '@colonnade/dashboard/testing/messages/features/realtime-inspector'
import { repairText, whyText } from '@colonnade/dashboard/testing/messages/features/realtime-inspector/why'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Live')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a channel is joined, messages are sent in three ways and arrive, and what keeps rows from it is repaired', async () => {
  const run = (text: ReturnType<typeof toText>) => dashboard.api.queries.run({ params: { ref }, body: { query: text } })
  await run(toText(sql`create table public.todos (id int primary key, title text);`))
  const page = await dashboard.open(`/project/${ref}/realtime/inspector?channel=room-1&table=todos`)
  await page.getByRole('button', { name: 'Join channel' }).click()
  await page.getByText('Joined room-1 as anon').first().waitFor()
  const log = page.getByRole('log', { name: 'Messages' })
  // the table isn't published yet
  await log.getByText('isn’t in the publication').waitFor()
  for (const [way, said] of [
    ['Socket', sendText.replies.ok],
    ['REST', '202 Accepted'],
    ['SQL', sendText.sql],
  ] as const) {
    await page.getByRole('radio', { name: way }).click()
    await page.getByRole('textbox', { name: 'Event' }).fill(`by-${way}`)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText(said).waitFor()
    await log
      .getByText('Broadcast')
      .and(log.locator(`li:has-text("by-${way}") *`))
      .waitFor()
  }
  await log.locator('summary', { hasText: 'by-REST' }).click()
  await log.locator('pre').getByText('"text": "Hello"').waitFor()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Why nothing?' }).click()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await page.getByRole('button', { name: whyText.runOf(repairText.publish) }).click()
  await page.getByRole('dialog', { name: 'Publish table?' }).getByRole('button', { name: 'Run SQL' }).click()
  await page.getByText('public.todos is in the publication').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join again' }).click()
  await page.getByRole('tab', { name: /^Messages/ }).click()
  await log.getByText('Row changes are streaming.').waitFor()
  await run(toText(sql`insert into public.todos values (1, 'one');`))
  await log.locator('summary', { hasText: 'INSERT' }).getByText('"title":"one"').waitFor()

  await page.getByRole('switch', { name: 'Row changes' }).click()
  await page.getByRole('switch', { name: 'Private' }).click()
  await page.getByRole('button', { name: 'Join again' }).click()
  await page.getByText(systemText.joinUnauthorized).waitFor()
  await page.getByRole('button', { name: 'Why nothing?' }).click()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await page.getByRole('button', { name: whyText.runOf(repairText.read) }).waitFor()
  await page.getByRole('switch', { name: 'Private' }).click()
  await page.getByRole('button', { name: 'Join channel' }).click()
  await page.getByRole('tab', { name: /^Messages/ }).click()
  await page.getByText('Joined room-1 as anon').first().waitFor()

  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Leave channel' }).click()
  await page.getByText(stateText.left).waitFor()
  await expect.poll(async () => (await dashboard.api.realtimeLive.retrieve({ params: { ref } })).connections).toBe(0)
})
