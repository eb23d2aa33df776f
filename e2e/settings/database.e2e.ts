import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('the pooler says who is there, and clients come only from where the project lets them', async () => {
  const ref = await dashboard.project('Chinook')
  const page = await dashboard.open(`/project/${ref}/settings/database#connection-pooler`, { width: 390, colorScheme: 'light' })
  const pooler = page.getByRole('region', { name: 'Connection pooler' })
  await pooler.getByText('0 of 14').waitFor()
  await pooler.getByRole('button', { name: 'Copy connection string, session mode' }).click()
  const address = (await page.evaluate(() => navigator.clipboard.readText())).replace('[YOUR-PASSWORD]', 'a-database-password')
  const connect = async () => {
    const client = new pg.Client(address)
    await client.connect()
    return client
  }
  const client = await connect()
  await pooler.getByText('1 of 14').waitFor()
  await client.end()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const networks = page.getByRole('region', { name: 'Network restrictions' })
  await networks.getByRole('radio', { name: 'Only from' }).click()
  const text = networks.getByRole('textbox', { name: 'Networks' })
  await text.fill('example.com')
  await networks.getByText(/^Line 1: Enter an address or a network/).waitFor()
  await expect.poll(() => networks.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await text.fill('203.0.113.0/24')
  await networks.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Network restrictions saved').waitFor()
  await expect(connect()).rejects.toMatchObject({ code: '28000', message: `project ${ref} does not allow connections from 127.0.0.1` })
  await networks.getByRole('button', { name: 'Add my address' }).click()
  await expect.poll(() => text.inputValue()).toBe('203.0.113.0/24\n127.0.0.1')
  await networks.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await dashboard.api.networkRestrictions.retrieve({ params: { ref } })).networks)
    .toEqual(['203.0.113.0/24', '127.0.0.1'])
  await (await connect()).end()

  const tls = page.getByRole('region', { name: 'TLS' })
  await tls.getByRole('switch', { name: 'Enforce SSL on incoming connections' }).click()
  await page.getByText('Encryption required').waitFor()
  await expect(connect()).rejects.toMatchObject({ code: '28000', message: `project ${ref} requires an encrypted connection` })
  const limits = page.getByRole('region', { name: 'Connection limits' })
  await limits.getByRole('textbox', { name: 'Pool size' }).fill('20')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await pooler.getByText('0 of 10').waitFor()

  // what its database would refuse is said before, and what was typed waits for it
  const timeouts = page.getByRole('region', { name: 'Timeouts' })
  const saveTimeouts = timeouts.getByRole('button', { name: 'Save timeouts' })
  await timeouts.getByRole('textbox', { name: 'Statement' }).fill('30')
  await dashboard.api.projects.pause({ params: { ref } })
  await timeouts.getByText('You can change them when the project is active.').waitFor()
  await expect.poll(() => saveTimeouts.isDisabled()).toBe(true)
  const status = () => dashboard.api.projects.retrieve({ params: { ref } }).then((project) => project.status)
  await expect.poll(status).toBe('INACTIVE')
  await dashboard.api.projects.restore({ params: { ref } })
  await timeouts.getByText('Applies to new connections.').waitFor()
  await saveTimeouts.press('Enter')
  await page.getByText('Timeouts saved').waitFor()
  // the button begins anew with what is saved
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Timeouts')
})

test('a project gets another size, and the page says what it takes of the disk', async () => {
  const ref = await dashboard.project('Grown')
  const page = await dashboard.open('/organizations')
  await page.route('**/addons', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Down', details: {} } }))
  await page.goto(`${dashboard.url}/project/${ref}/settings/compute-and-disk`)
  const sizes = page.getByRole('region', { name: 'Compute size' })
  // prices that can not be had are told as that, and asked for again
  await sizes.getByText('Failed to load the prices').waitFor()
  await expectAccessible(page)
  await page.unroute('**/addons')
  await sizes.getByRole('button', { name: 'Try again' }).click()
  await sizes.getByRole('radio', { name: /^Nano Current Included/ }).waitFor()
  await sizes.getByRole('radio', { name: /^Micro \$10\.00 a month/ }).waitFor()
  await sizes.getByText('These are paid plan prices. The Free plan isn’t billed.').waitFor()
  await page.getByRole('list', { name: 'Disk usage by type' }).getByText('WAL').waitFor()
  await expectAccessible(page)
  await sizes.getByRole('radio', { name: /^Micro/ }).click()
  await sizes.getByRole('button', { name: 'Change size' }).click()
  await page.getByRole('button', { name: 'Change to Micro' }).click()
  await sizes.getByRole('radio', { name: /^Micro Current/ }).waitFor()
  const limit = () => dashboard.api.queries.run({ params: { ref }, body: { query: 'show max_connections' } }).then(({ results }) => results[0]!.rows)
  await expect.poll(() => limit().catch(() => null)).toEqual([['60']])
  const phone = await dashboard.open(`/project/${ref}/settings/compute-and-disk`, { width: 390, colorScheme: 'light' })
  await phone.getByRole('region', { name: 'Disk activity' }).getByText('syncs/s').waitFor()
  await expectNoSidewaysScroll(phone)

  // what somebody else changes meanwhile is told, and takes nothing of what is being typed or chosen
  const typed = await dashboard.open(`/project/${ref}/settings/database`)
  const limits = typed.getByRole('region', { name: 'Connection limits' })
  await limits.getByRole('textbox', { name: 'Clients in transaction mode' }).fill('300')
  await typed.getByRole('region', { name: 'Timeouts' }).getByRole('textbox', { name: 'Statement' }).fill('44')
  await sizes.getByRole('radio', { name: /^Medium/ }).check()
  await dashboard.api.projects.resize({ params: { ref }, body: { compute: 'nano' } })
  await limits.getByText('compute size, Nano').waitFor()
  await limits.getByText('40', { exact: true }).waitFor()
  await expect.poll(() => limits.getByRole('textbox', { name: 'Clients in transaction mode' }).inputValue()).toBe('300')
  await expect.poll(() => typed.getByRole('textbox', { name: 'Statement' }).inputValue()).toBe('44')
  await sizes.getByRole('radio', { name: /^Nano Current/ }).waitFor()
  await expect.poll(() => sizes.getByRole('radio', { name: /^Medium/ }).isChecked()).toBe(true)

  // the same by the add-ons, where what the plan does not have says so
  await phone.goto(`${dashboard.url}/project/${ref}/settings/addons`)
  await phone.getByRole('button', { name: 'Change: Compute size' }).click()
  const panel = phone.getByRole('dialog', { name: 'Compute size' })
  await panel.getByRole('radio', { name: /^Small \$15\.00 a month/ }).click()
  await expectAccessible(phone)
  await panel.getByRole('button', { name: 'Change to Small' }).click()
  await panel.getByRole('radio', { name: /^Small Current/ }).waitFor()
  await expect.poll(() => limit().catch(() => null)).toEqual([['90']])
  await phone.goto(`${dashboard.url}/project/${ref}/settings/addons?panel=IPV4`)
  await phone.getByRole('heading', { name: 'Add-ons', level: 1 }).waitFor()
  await phone.getByRole('region', { name: 'Compute size' }).waitFor()
  await expect.poll(() => phone.getByRole('dialog').count()).toBe(0)
  await phone.goto(`${dashboard.url}/project/${ref}/settings/addons?panel=ipv4`)
  await phone.getByText('The Free plan uses the shared pooler. Upgrade to a paid plan for a dedicated pooler.').waitFor()
  await expect.poll(() => phone.getByRole('radio', { name: /^Dedicated pooler/ }).isDisabled()).toBe(true)
})
