import { openTestDns, type TestDns } from '@colonnade/testing/dns'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openOwnDashboard } from '../dashboard.ts'

let dns: TestDns
let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dns = await openTestDns()
  dashboard = await openOwnDashboard({ COLONNADE_DNS_SERVERS: dns.server })
  ref = await dashboard.project('Shop')
})
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
})

test('a domain is named, its record is shown and found, clients are led by it, and it is taken away', async () => {
  const page = await dashboard.open(`/project/${ref}/settings/addons?panel=custom_domain`)
  const panel = page.getByRole('dialog', { name: 'Custom domain' })
  await panel.getByText('The Free plan doesn’t include custom domains').waitFor()
  await dashboard.api.billing.changePlan({ params: { slug: await dashboard.organization() }, body: { plan: 'pro' } })
  await page.reload()
  await panel.getByLabel('Domain', { exact: true }).fill('https://db.shop.example')
  await page.keyboard.press('Enter')
  await panel.getByText('Enter only the name').waitFor()
  await panel.getByLabel('Domain', { exact: true }).fill('db.shöp.example')
  await page.keyboard.press('Enter')
  const name = 'db.xn--shp-tna.example'
  await panel.getByText('Waiting for DNS', { exact: true }).waitFor()
  await panel.getByText(`No TXT record found at _colonnade.${name}`).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close')
  const proof = await panel.getByText(/^colonnade-domain=/).innerText()
  await expectAccessible(page)

  dns.serve({ [`_colonnade.${name} TXT`]: [proof] })
  await panel.getByRole('button', { name: 'Check now' }).click()
  await panel.getByText('Active', { exact: true }).waitFor()
  const command = await panel
    .getByText(/^psql /)
    .first()
    .innerText()
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(/:(\d+)\//.exec(command)![1]),
    user: 'postgres',
    password: 'a-database-password',
    database: 'postgres',
    ssl: { servername: name, rejectUnauthorized: false },
  })
  await client.connect()
  expect((await client.query('select current_user')).rows).toEqual([{ current_user: 'postgres' }])
  await client.end()

  const phone = await dashboard.open(`/project/${ref}/settings/database`, { width: 390, colorScheme: 'light' })
  await phone.getByText('db.shöp.example', { exact: true }).waitFor()
  await expectNoSidewaysScroll(phone)
  await phone.goto(`${dashboard.url}/project/${ref}/settings/addons`)
  await phone.getByRole('region', { name: 'Custom domain' }).getByText('db.shöp.example', { exact: true }).waitFor()
  await phone.getByRole('button', { name: 'Change: Custom domain' }).click()
  await phone.getByRole('button', { name: 'Remove domain' }).click()
  await phone.getByRole('dialog', { name: 'Remove db.shöp.example?' }).waitFor()
  await phone.getByLabel(/^Type/).fill('db.shöp.example')
  await phone
    .getByRole('alertdialog')
    .or(phone.getByRole('dialog', { name: /^Remove/ }))
    .getByRole('button', { name: 'Remove domain' })
    .click()
  await phone.getByRole('button', { name: 'Add domain' }).waitFor()
})
