import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAlbums } from '../albums.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await createAlbums(dashboard)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

async function become(status: 'INACTIVE' | 'ACTIVE_HEALTHY'): Promise<void> {
  await dashboard.api.projects[status === 'INACTIVE' ? 'pause' : 'restore']({ params: { ref } })
  await expect.poll(async () => (await dashboard.api.projects.retrieve({ params: { ref } })).status).toBe(status)
}

test('what is being typed when somebody else pauses the project is there when it is back', async () => {
  const row = await dashboard.open(`/project/${ref}/editor?table=album`)
  await row.getByRole('gridcell', { name: 'Big Ones', exact: true }).waitFor()
  await row.getByRole('button', { name: 'Insert row' }).click()
  const form = row.getByRole('dialog', { name: 'New row of album' })
  await form.getByRole('textbox', { name: 'id' }).fill('7')
  await form.getByRole('textbox', { name: 'title' }).fill('Facelift')
  const cell = await dashboard.open(`/project/${ref}/editor?table=album`)
  await cell.getByRole('gridcell', { name: 'Big Ones', exact: true }).dblclick()
  await cell.keyboard.press('ControlOrMeta+a')
  await cell.keyboard.type('Bigger')

  await become('INACTIVE')
  for (const page of [row, cell]) await page.getByText('This project is paused').waitFor()
  // the form is out of the way, and takes no keys
  await expect.poll(() => row.getByRole('dialog').count()).toBe(0)
  await row.getByRole('button', { name: 'Restore project' }).waitFor()
  // whoever typed hears what there is instead, and Tab goes on there
  for (const page of [row, cell]) await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-page'))).toBe(true)

  await become('ACTIVE_HEALTHY')
  await expect.poll(() => form.getByRole('textbox', { name: 'title' }).inputValue()).toBe('Facelift')
  await form.getByRole('button', { name: 'Insert row', exact: true }).click()
  await row.getByRole('gridcell', { name: 'Facelift' }).waitFor()
  await cell.getByRole('gridcell', { name: 'Bigger' }).waitFor()
})
