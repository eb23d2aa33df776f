import { parameterDialogText } from '@colonnade/dashboard/testing/messages/features/sql-editor/code/sending'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Writing')
  await dashboard.api.queries.run({
    params: { ref },
    body: {
      query: `create table customers (id int primary key, name text not null);
        comment on column customers.name is 'As written on the invoice';
        create table orders (id int primary key, customer_id int references customers, "Größe" int);
        insert into customers values (1, 'Ada'), (2, 'Ben');
        create schema shop; create table shop.things (id int); create table shop.thimbles (id int)`,
    },
  })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' })
const openEditor = async (options: Parameters<Dashboard['open']>[1] = {}): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/sql/new`, options)
  await editor(page).waitFor()
  return page
}
const write = async (page: Page, text: string) => {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}
const complete = async (page: Page, option: string) => {
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: option }).first().click()
}
const text = (page: Page) => page.locator('.cm-line').allTextContents()

test('a query is written from what the database knows: a join by its foreign key, columns by alias, what they are, and laid out', async () => {
  const page = await openEditor()
  await write(page, 'select 1 from orders o join ')
  await complete(page, 'customers on c.id = o.customer_id')
  await expect.poll(() => text(page)).toEqual(['select 1 from orders o join customers c on c.id = o.customer_id'])
  await page.keyboard.insertText(' where c.na')
  await complete(page, 'name')
  await page.keyboard.press('ControlOrMeta+i')
  await page.getByText('As written on the invoice').first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.insertText(` = '🚀🚀' and o."Größe" is null;\nselect '🏛', from orders`)
  await expect.poll(() => page.locator('.cm-lintRange-error').allTextContents()).toEqual(['from'])
  await page.keyboard.insertText(';\nselect id, o."Größe" from orders o;\nselect * from nowhere')
  await expect.poll(() => page.locator('.cm-lintRange-warning').allTextContents()).toEqual(['nowhere'])
  await expectAccessible(page)
  await write(page, 'select id,name from customers where id=1')
  await page.keyboard.press('Shift+Alt+f')
  await expect.poll(() => text(page)).toEqual(['select', '  id,', '  name', 'from', '  customers', 'where', '  id = 1'])
})

test('a list follows what is written once the keys rest; what is accepted before then fits what is written', async () => {
  const page = await dashboard.open(`/project/${ref}/sql/new`, { hasOwnClock: true })
  await editor(page).click()
  await page.keyboard.insertText('select * from public.')
  // whoever asks is answered once the names are there, however soon that was
  await page.keyboard.press('Control+Space')
  const offered = () => page.getByRole('option').allTextContents()
  const both = [expect.stringContaining('customers'), expect.stringContaining('orders')]
  await expect.poll(offered).toEqual(both)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.keyboard.type('ord')
  await expect.poll(() => text(page)).toEqual(['select * from public.ord'])
  await expect.poll(offered).toEqual(both)
  await page.keyboard.press('Tab')
  await expect.poll(() => text(page)).toEqual(['select * from public.orders'])
  await page.clock.resume()
  await expect.poll(offered).toEqual([])
  await page.keyboard.insertText(' where public.')
  await page.keyboard.type('orders.x')
  // nothing fits: Enter is a new line
  await page.keyboard.press('Enter')
  await expect.poll(() => text(page)).toEqual(['select * from public.orders where public.orders.x', ''])
})

test('an arrow that is pressed before the list has followed moves the choice in it, and not the cursor', async () => {
  const page = await dashboard.open(`/project/${ref}/sql/new`, { hasOwnClock: true })
  await editor(page).click()
  await page.keyboard.insertText('select * from shop.')
  await page.keyboard.press('Control+Space')
  const options = page.getByRole('option')
  await expect.poll(() => options.count()).toBe(2)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.keyboard.type('th')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect.poll(() => text(page)).toEqual(['select * from shop.things'])
  await page.clock.resume()
  await expect.poll(() => options.count()).toBe(0)
  await page.keyboard.insertText(', shop.')
  await expect.poll(() => options.count()).toBe(2)
  await page.clock.pauseAt(new Date(Date.now() + 120_000))
  await page.keyboard.type('th')
  await page.keyboard.press('ArrowUp')
  await page.clock.resume()
  await expect.poll(() => page.getByRole('option', { selected: true }).textContent()).toContain('things')
  await page.keyboard.press('Enter')
  await expect.poll(() => text(page)).toEqual(['select * from shop.things, shop.things'])
})

test('a name that the database did not have is looked for once more before it is marked', async () => {
  const page = await openEditor({ hasOwnClock: true })
  const marked = page.locator('.cm-lintRange-warning')
  await write(page, 'select * from made_elsewhere')
  await expect.poll(() => marked.allTextContents()).toEqual(['made_elsewhere'])
  await dashboard.api.queries.run({ params: { ref }, body: { query: 'create table made_elsewhere (id int)' } })
  await page.clock.setFixedTime(Date.now() + 60_000)
  await write(page, 'select * from made_elsewhere e where e.nothing = 1')
  // columns are only looked at when the table is known
  await expect.poll(() => marked.allTextContents()).toEqual(['nothing'])
})

test('parameters are asked for, and what fails is marked where it was written', async () => {
  const page = await openEditor()
  await write(page, 'select name, :greeting as greeting from customers where id = :id')
  await page.keyboard.press('ControlOrMeta+Enter')
  const dialog = page.getByRole('dialog', { name: parameterDialogText.titleMany })
  await dialog.getByLabel(':greeting').fill("it's 🚀")
  // one value after another, and then what kind each is
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await expect.poll(() => dialog.getByLabel(':id').inputValue()).toBe('2')
  for (const name of ['greeting', 'id']) {
    await page.keyboard.press('Tab')
    await dialog
      .getByRole('combobox', { name: parameterDialogText.typeOf(name) })
      .and(page.locator(':focus'))
      .waitFor()
  }
  await expectAccessible(page)
  await dialog.getByLabel(':id').press('Enter')
  await page.getByRole('gridcell', { name: "it's 🚀" }).waitFor()
  await page.getByRole('gridcell', { name: 'Ben' }).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await write(page, 'select :greeting || 1,\n  nobody from customers')
  await page.keyboard.press('ControlOrMeta+Enter')
  // what was given before is there
  const greeting = page.getByRole('dialog', { name: parameterDialogText.titleOne }).getByLabel(':greeting').and(page.locator(':focus'))
  await expect.poll(() => greeting.inputValue()).toBe("it's 🚀")
  // the keys that asked
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Line 2, column 3').first().waitFor()
  await expect.poll(() => page.locator('.cm-lintRange-error').allTextContents()).toEqual(['nobody'])
})

test('keys, pastes and what is composed are written where they are meant, and undone', async () => {
  const page = await openEditor()
  await editor(page).click()
  // the bracket is closed by itself, and typed over
  await page.keyboard.type("select ('a'")
  await expect.poll(() => text(page)).toEqual(["select ('a')"])
  await page.keyboard.type(')')
  await expect.poll(() => text(page)).toEqual(["select ('a')"])
  const devtools = await page.context().newCDPSession(page)
  const compose = (composed: string) =>
    devtools.send('Input.imeSetComposition', { text: composed, selectionStart: composed.length, selectionEnd: composed.length })
  await page.keyboard.type(' n')
  await compose('ㅎ')
  await compose('한')
  await page.keyboard.insertText('한')
  await page.keyboard.type('b')
  await compose('´')
  await page.keyboard.insertText('é')
  await page.keyboard.type('c, 🚀')
  await expect.poll(() => text(page)).toEqual(["select ('a') n한béc, 🚀"])
  // in place of what is selected, at every cursor
  await write(page, 'one\ntwo\n')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.type('xy')
  await expect.poll(() => text(page)).toEqual(['xy', 'two', ''])
  await page.keyboard.press('ControlOrMeta+Alt+ArrowDown')
  await page.keyboard.type('1')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('23')
  await expect.poll(() => text(page)).toEqual(['xy23', 'tw23o', ''])
  for (const before of [
    ['xy', 'two', ''],
    ['one', 'two', ''],
  ]) {
    await expect
      .poll(async () => {
        await page.keyboard.press('ControlOrMeta+z')
        return text(page)
      })
      .toEqual(before)
  }
})

test('commands of psql are translated or explained, and the statement at the cursor runs alone', async () => {
  const page = await openEditor()
  await write(page, '\\d orders')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('gridcell', { name: 'customer_id' }).first().waitFor()
  await write(page, "select 41 as one;\n\\copy t from 'x'")
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('alert').getByText('Line 2').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(true)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Shift+ControlOrMeta+Enter')
  await page.getByRole('gridcell', { name: '41', exact: true }).waitFor()
})
