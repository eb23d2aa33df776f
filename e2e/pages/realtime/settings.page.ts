import { realtimeLive, noActivity } from '@colonnade/contracts/realtime/realtime-live'
import { realtimeDefaults, realtimeSettings } from '@colonnade/contracts/realtime/realtime-settings'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../../accessibility.ts'
import { setStage } from '../stage/set-stage.ts'

test('realtime settings say whom saving disconnects, and save only what differs', async () => {
  const stage = setStage()
  const project = { ...stage.world.projects[0]!, sleep: 'asleep' as const }
  stage.world.projects[0] = project
  let config = realtimeDefaults('free', false)
  stage.answers(realtimeSettings.retrieve, () => config)
  stage.answers(realtimeSettings.update, ({ body }) => {
    config = { ...config, ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) }
    return config
  })
  stage.answers(realtimeSettings.shutdown, undefined)
  stage.answers(realtimeLive.retrieve, { ...noActivity, connections: 3 })
  const page = await stage.open(`/project/${project.ref}/realtime/settings`)
  const [access, limits] = [page.getByRole('region', { name: 'Access' }), page.getByRole('region', { name: 'Limits' })]
  await page.getByText('Wake it up to see its published tables.').waitFor()
  await access.getByRole('switch', { name: 'Private channels only' }).click()
  await access.getByText('clients stay in public channels until they reconnect').waitFor()
  await access.getByRole('switch', { name: 'Suspend Realtime' }).click()
  await access.getByText('Saving disconnects 3 clients within a second.').waitFor()
  await access.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog', { name: 'Suspend Realtime?' }).getByRole('button', { name: 'Suspend Realtime' }).click()
  await page.getByText('Realtime settings saved').waitFor()
  await limits.getByRole('textbox', { name: 'Concurrent clients' }).fill('60,000')
  await limits.getByRole('button', { name: 'Save' }).click()
  await limits.getByText('Use at most 50,000').waitFor()
  await expectAccessible(page)
  await limits.getByRole('textbox', { name: 'Concurrent clients' }).fill('100')
  await limits.getByText('connected clients stay, even beyond the new limit').waitFor()
  await limits.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Realtime limits saved').waitFor()
  expect(stage.sent(realtimeSettings.update)).toEqual([{ private_only: true, suspend: true }, { max_concurrent_users: 100 }])
  await page.getByRole('button', { name: 'Disconnect all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect all clients?' })
  await dialog.getByText('This closes 3 open connections').waitFor()
  await dialog.getByRole('button', { name: 'Disconnect all' }).click()
  await page.getByText('All clients disconnected').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'all but colours')
})
