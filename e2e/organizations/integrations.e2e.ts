import { deliveryText, dialogText, pageText, rowText } from '@colonnade/dashboard/testing/messages/features/webhooks'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openOwnDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let receiver: Server
const got: string[] = []
let status = 500

beforeAll(async () => {
  dashboard = await openOwnDashboard()
  receiver = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      got.push((JSON.parse(body) as { type: string }).type)
      reply.writeHead(status).end('Not today')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  receiver.close()
  await dashboard[Symbol.asyncDispose]()
})

test('a webhook allowed by the owner receives events, and its log shows the responses', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } })
  const page = await dashboard.open(`/org/${slug}`)
  await page.getByRole('link', { name: 'Integrations' }).click()
  await page.getByRole('button', { name: pageText.createFirst }).click()
  const dialog = page.getByRole('dialog', { name: dialogText.newWebhook })
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const address = `http://${host}/hook`
  await dialog.getByRole('textbox', { name: dialogText.url, exact: true }).fill(address)
  await dialog.getByRole('checkbox', { name: /^Organization/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: dialogText.create }).click()
  await dialog.getByText('Use https').waitFor()
  await page.goto(`${dashboard.url}/installation?tab=organizations`)
  await page.getByRole('switch', { name: 'Allow webhooks to private addresses' }).click()
  await expect.poll(() => page.getByRole('switch', { checked: true }).count()).toBe(1)
  await page.goto(`${dashboard.url}/org/${slug}/integrations`)
  await page.getByRole('button', { name: pageText.createFirst }).click()
  await dialog.getByRole('textbox', { name: dialogText.url, exact: true }).fill(address)
  await dialog.getByRole('checkbox', { name: /^Organization/ }).click()
  await dialog.getByRole('button', { name: dialogText.create }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  await expectAccessible(page)

  await dashboard.api.organizations.update({ params: { slug }, body: { name: 'Harbour & Sons' } })
  await expect.poll(() => got).toEqual(['organization.updated'])
  await page.getByRole('button', { name: rowText.deliveriesOf(host) }).click()
  const log = page.getByRole('dialog', { name: rowText.deliveriesOf(host) })
  await log.getByText('Answered 500 and not 2xx').waitFor()
  status = 200
  await log.getByRole('button', { name: deliveryText.resendEvent('organization.updated') }).click()
  await log.getByText(deliveryText.delivered, { exact: true }).waitFor()
  await log.getByRole('button', { name: /organization\.updated Delivered/ }).click()
  await log.getByText('Not today').waitFor()
  await log.getByRole('button', { name: deliveryText.sendTest }).click()
  await log.getByText('webhook.test').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
