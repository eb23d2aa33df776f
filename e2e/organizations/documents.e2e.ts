import { documentRowText, installationDocumentsText, publishSheetText } from '@colonnade/dashboard/testing/messages/features/documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openOwnDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openOwnDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const text = `# Terms of service

Be **kind**. See [the law](https://example.com/law), not [this](javascript:alert(1)).

| Who | What |
| --- | ---- |
| we  | run  |

<script>window.wasRun = true</script>
`

test('the owner publishes a document, an organization reads and accepts it, and a new version asks again', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } })
  const page = await dashboard.open('/installation?tab=documents')
  await page.getByRole('button', { name: installationDocumentsText.publishFirst }).click()
  const sheet = page.getByRole('dialog', { name: publishSheetText.publishDocument })
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.getByText('Enter a name').waitFor()
  await sheet.getByRole('textbox', { name: 'Title' }).fill('Terms of service')
  await sheet.getByRole('textbox', { name: 'Text' }).fill(text)
  await sheet.getByRole('button', { name: 'Preview' }).click()
  await sheet.getByRole('heading', { name: 'Terms of service', level: 2 }).last().waitFor()
  await sheet.getByRole('checkbox', { name: publishSheetText.requireAcceptance }).click()
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'accepted by 0 of 1' }).waitFor()
  await expectAccessible(page)

  await page.goto(`${dashboard.url}/org/${slug}/general`)
  await page.getByRole('link', { name: 'Documents' }).click()
  await page.getByText(documentRowText.toAccept).waitFor()
  await page.getByRole('button', { name: 'Terms of service' }).click()
  await page.getByText('<script>').waitFor()
  await expect.poll(() => page.evaluate(() => 'wasRun' in window)).toBe(false)
  await expect.poll(() => page.getByRole('link', { name: 'this' }).count()).toBe(0)
  const accept = page.getByRole('button', { name: 'Accept for Harbour' })
  await expect.poll(() => accept.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: /I have read version 1/ }).click()
  await accept.click()
  await page.getByText('accepted version 1 for Harbour').waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('navigation').first().isVisible()).toBe(false)
  await page.getByText('See the law').waitFor()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(`${dashboard.url}/installation?tab=documents`)
  await page.getByRole('button', { name: 'accepted by 1 of 1' }).click()
  await page.getByRole('dialog').getByRole('cell', { name: 'Harbour' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New version of Terms of service' }).click()
  const next = page.getByRole('dialog', { name: 'New version of Terms of service' })
  await next.getByText('PDF file').click()
  await next.getByRole('button', { name: 'Publish version 2' }).click()
  await next.getByText(publishSheetText.chooseFile, { exact: true }).last().waitFor()
  await next
    .getByLabel('PDF file', { exact: true })
    .last()
    .setInputFiles({ name: 'terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 short') })
  await next.getByRole('button', { name: 'Publish version 2' }).click()
  await page.getByRole('button', { name: 'accepted by 0 of 1' }).waitFor()

  await page.goto(`${dashboard.url}/org/${slug}/documents`)
  await page.getByText(documentRowText.toAccept).waitFor()
  await page.getByRole('button', { name: 'Terms of service', exact: true }).click()
  await page.getByText('This document is a PDF file').waitFor()
  await page.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: 'Version 1' }).click()
  await page.getByText('This is an earlier version.').waitFor()
  await page.getByText('accepted version 1 for Harbour').waitFor()
})
