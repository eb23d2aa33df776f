import { itemText, myTicketsText, queueText, replyText } from '@colonnade/dashboard/testing/messages/features/support-tickets'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type Dashboard, openOwnDashboard } from './dashboard.ts'
import { insertPerson, openAs } from './person.ts'

let dashboard: Dashboard

const guest = 'guest@example.com'

beforeAll(async () => {
  dashboard = await openOwnDashboard()
  await insertPerson(dashboard, guest)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const ticket = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('a ticket of somebody is answered and closed by the owner, and reopened by its author', async () => {
  await dashboard.api.supportTickets.create({ body: { category: 'question', subject: 'Branches do not load', message: 'Why?' } })
  const author = await openAs(dashboard, guest, '/support/tickets')
  await author.getByRole('heading', { name: myTicketsText.emptyTitle }).waitFor()
  await expectAccessible(author)
  await author.getByRole('link', { name: 'New ticket' }).click()
  await field(author, 'Subject').fill('How do I begin?')
  await field(author, 'Message').fill('I see no organization.')
  await author.keyboard.press('Control+Enter')
  await author.getByRole('heading', { name: /Ticket #\d+ sent/ }).waitFor()

  const owner = await dashboard.open('/installation/inbox?tab=tickets')
  const asked = ticket(owner, 'How do I begin?')
  await asked.getByText(guest).waitFor()
  await expectAccessible(owner)
  await asked.getByRole('button', { name: itemText.reply }).click()
  await asked.getByRole('button', { name: replyText.send }).click()
  await asked.getByText(replyText.missing).waitFor()
  await asked.getByRole('textbox').fill('I add you to mine.')
  await asked.getByRole('button', { name: 'Send and close' }).click()
  await asked.waitFor({ state: 'detached' })
  await owner.getByRole('combobox', { name: queueText.filter }).click()
  await owner.getByRole('option', { name: 'Closed' }).click()
  await asked.getByText('I add you to mine.').waitFor()
  await expect.poll(() => new URL(owner.url()).searchParams.get('status')).toBe('closed')

  await author.getByRole('link', { name: 'My tickets' }).click()
  const mine = ticket(author, 'How do I begin?')
  await mine.getByText('I add you to mine.').waitFor()
  await mine.getByText('Closed').waitFor()
  await expect.poll(() => mine.getByRole('button', { name: itemText.reply }).count()).toBe(0)
  await expectAccessible(author)
  await mine.getByRole('button', { name: 'Reopen' }).click()
  await mine.getByRole('button', { name: 'Close' }).waitFor()
  // the owner's own tickets are a separate list
  const own = await dashboard.open('/support/tickets')
  await ticket(own, 'Branches do not load').waitFor()
  await expect.poll(() => ticket(own, 'How do I begin?').count()).toBe(0)
})
