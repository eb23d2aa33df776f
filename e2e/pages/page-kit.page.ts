import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type BuiltGallery, openGallery } from './gallery/built-gallery.ts'
import { expectSound, kitPages } from './gallery/sound-pages.ts'

// the parts that pages are composed of; what the gallery itself and its smaller parts promise stands in gallery.page.ts
let gallery: BuiltGallery

beforeAll(async () => {
  gallery = await openGallery()
})
afterAll(() => gallery[Symbol.asyncDispose]())

test.each([1440, 390])('every page of the kit is accessible in every theme, silent, and fits at %i px', (width) =>
  expectSound(gallery, kitPages, width),
)

describe('the settings form', () => {
  const part = (page: Page, specimen: RegExp) => page.getByRole('region', { name: specimen })

  test('saves what is entered, says so, and goes on at its first field; Cancel goes back', async () => {
    const page = await gallery.open('settings-form')
    const form = part(page, /^Of a schema/)
    const rows = form.getByRole('textbox', { name: 'Max rows' })
    const save = form.getByRole('button', { name: 'Save' })
    await expect.poll(() => save.isDisabled()).toBe(true)
    await rows.fill('many')
    await save.click()
    await form.getByText('Enter a whole number').waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => rows.inputValue()).toBe('1000')
    await rows.fill('200')
    await rows.press('Enter')
    await page.getByText('API settings saved').waitFor()
    await expect.poll(() => rows.evaluate((element) => element.matches(':focus'))).toBe(true)
    await expect.poll(() => rows.inputValue()).toBe('200')
    await expect.poll(() => save.isDisabled()).toBe(true)
  })

  test('shows a refusal at its field, and any other failure below the fields', async () => {
    const page = await gallery.open('settings-form')
    const form = part(page, /^Of a schema/)
    const prefix = form.getByRole('textbox', { name: 'Prefix' })
    await prefix.fill('admin')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('“admin” is reserved').waitFor()
    await expect.poll(() => prefix.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => form.getByRole('alert').count()).toBe(0)
    await prefix.fill('v1')
    await form.getByRole('textbox', { name: 'Max rows' }).fill('503')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').waitFor()
    await expect.poll(() => prefix.inputValue()).toBe('v1')
  })

  test('keeps what is typed while it is being saved', async () => {
    const page = await gallery.open('settings-form')
    const form = part(page, /^Of a schema/)
    await form.getByRole('textbox', { name: 'Max rows' }).fill('600')
    await form.getByRole('button', { name: 'Save' }).click()
    const answer = form.getByRole('button', { name: 'Answer' })
    await answer.waitFor()
    await form.getByRole('textbox', { name: 'Prefix' }).fill('v2')
    await answer.click()
    await page.getByText('API settings saved').waitFor()
    await expect.poll(() => form.getByRole('textbox', { name: 'Prefix' }).inputValue()).toBe('v2')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => form.getByRole('textbox', { name: 'Prefix' }).inputValue()).toBe('api')
    await expect.poll(() => form.getByRole('textbox', { name: 'Max rows' }).inputValue()).toBe('600')
  })

  test('asks before unsaved changes are left behind, and not without them', async () => {
    const page = await gallery.open('settings-form')
    const form = part(page, /^Of a schema/)
    await form.getByRole('textbox', { name: 'Prefix' }).fill('v1')
    await form.getByRole('link', { name: 'Leave the page' }).click()
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => form.getByRole('textbox', { name: 'Prefix' }).inputValue()).toBe('v1')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('API settings saved').waitFor()
    await form.getByRole('link', { name: 'Leave the page' }).click()
    await form.getByText('Another page').waitFor()
  })

  test('says who can change it to whoever can not', async () => {
    const page = await gallery.open('settings-form')
    const form = part(page, /^Read-only/)
    await form.getByText('Owners and administrators can change it.').waitFor()
    await expect.poll(() => form.getByRole('textbox', { name: 'Prefix' }).isDisabled()).toBe(true)
    await expect.poll(() => form.getByRole('button').count()).toBe(0)
  })
})

describe('a secret', () => {
  test('that is shown once has the focus, is copied, and stays until the person has it', async () => {
    const page = await gallery.open('secrets')
    await page.getByRole('button', { name: 'Create key' }).click()
    const fresh = page.getByRole('region', { name: 'New key' })
    await fresh.getByText('Copy the key now. It’s shown only once.').waitFor()
    await expect.poll(() => fresh.evaluate((element) => element.parentElement === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await fresh.getByRole('button', { name: 'Copy key', exact: true }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^sb_secret_N1ghtly/)
    await page.keyboard.press('Escape')
    await fresh.getByRole('button', { name: 'I’ve copied it' }).click()
    await fresh.waitFor({ state: 'detached' })
  })

  test('that is sealed is revealed to whoever proves who they are, and hidden again', async () => {
    const page = await gallery.open('secrets')
    const place = page.getByRole('region', { name: /^Revealed by/ })
    const value = page.getByText('sb_secret_S3rviceR0le')
    await place.getByRole('button', { name: 'Reveal service role key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reveal service role key?' })
    await expectAccessible(page)
    await dialog.getByLabel('Your password').fill('wrong')
    await dialog.getByRole('button', { name: 'Reveal', exact: true }).click()
    await dialog.getByText('The password is wrong').waitFor()
    await expect.poll(() => value.count()).toBe(0)
    await dialog.getByLabel('Your password').fill('correct horse')
    await dialog.getByLabel('Your password').press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await value.waitFor()
    await expectAccessible(page)
    await place.getByRole('button', { name: 'Hide service role key' }).click()
    await expect.poll(() => value.count()).toBe(0)
    // what was proved once is asked again
    await place.getByRole('button', { name: 'Reveal service role key' }).and(page.locator(':focus')).press('Enter')
    await expect.poll(() => dialog.getByLabel('Your password').inputValue()).toBe('')
  })

  test('that is sealed says who can read it to whoever can not', async () => {
    const page = await gallery.open('secrets')
    const place = page.getByRole('region', { name: 'Not for this person' })
    await place.getByText('Owners and administrators can read it.').waitFor()
    await expect.poll(() => place.getByRole('button', { name: 'Reveal service role key' }).isDisabled()).toBe(true)
  })
})

describe('a change of a database', () => {
  test('shows its SQL, runs in one transaction and is recorded as a migration', async () => {
    const page = await gallery.open('changes')
    const sent: unknown[] = []
    await page.route('**/query/transaction', async (route) => {
      sent.push(route.request().postDataJSON())
      if (sent.length > 1) return route.fulfill({ json: { results: [], notices: [], duration_ms: 1 } })
      const message = 'schema "shop" already exists'
      return route.fulfill({
        status: 409,
        json: { code: 'duplicate_object', message, details: { hint: 'Choose another name' }, request_id: 'req_1' },
      })
    })
    await page.getByRole('button', { name: 'New schema…' }).click()
    const panel = page.getByRole('dialog', { name: 'New schema' })
    await panel.getByRole('button', { name: 'Create schema' }).click()
    await panel.getByText('A schema needs a name.').waitFor()
    await panel.getByRole('textbox', { name: 'Name' }).fill('shop')
    await panel.getByRole('button', { name: /^SQL/ }).click()
    await panel.getByText('create schema shop').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Create schema' }).click()
    await panel.getByRole('alert').getByText('Choose another name').waitFor()
    await panel.getByRole('textbox', { name: 'Name' }).fill('store')
    await expect.poll(() => panel.getByRole('alert').count()).toBe(0)
    await panel.getByRole('textbox', { name: 'Name' }).press('ControlOrMeta+Enter')
    await panel.waitFor({ state: 'detached' })
    await page.getByText('Schema store created').waitFor()
    expect(sent.at(-1)).toMatchObject({
      statements: [{ query: expect.stringMatching(/create schema store/) }],
      migration: { name: 'Create schema store' },
    })
  })

  test('asks before it is thrown away, and says who can make it to whoever can not', async () => {
    const page = await gallery.open('changes')
    await page.getByRole('button', { name: 'New schema, read-only…' }).click()
    const panel = page.getByRole('dialog', { name: 'New schema' })
    await panel.getByText(/can change the database\.$/).waitFor()
    await panel.getByRole('textbox', { name: 'Name' }).fill('shop')
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await panel.waitFor({ state: 'detached' })
  })
})

describe('a code panel', () => {
  const code = (page: Page, label: string) => page.getByRole('textbox', { name: label })

  test.each(['SQL', 'TypeScript', 'JSON'])('shows %s in colors', async (label) => {
    const page = await gallery.open('code')
    const colors = () =>
      code(page, label).evaluate((element) => new Set([...element.querySelectorAll('span')].map((span) => getComputedStyle(span).color)).size)
    await expect.poll(colors).toBeGreaterThan(1)
  })

  test('is written, told, changed from outside, and left by Tab', async () => {
    const page = await gallery.open('code')
    const editor = code(page, 'Body')
    const told = page.getByLabel('Told')
    await editor.fill('begin')
    await expect.poll(() => told.textContent()).toBe('"begin"')
    await editor.press('End')
    await page.keyboard.type(';')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(() => told.textContent()).toBe('"begin;"')
    await page.getByText('Sent by key').waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Begin again' }).and(page.locator(':focus')).press('Enter')
    await expect.poll(() => editor.innerText()).toBe('select 1')
  })

  test('says what is wrong, and takes no text where it only shows it', async () => {
    const page = await gallery.open('code')
    const wrong = code(page, 'With an error')
    await expect.poll(() => wrong.getAttribute('aria-invalid')).toBe('true')
    const notes = await wrong.getAttribute('aria-describedby')
    await expect.poll(() => page.locator(`[id="${notes}"]`).textContent()).toBe('syntax error at or near "selec"Statements.')
    const fixed = code(page, 'TypeScript')
    const before = await fixed.innerText()
    await fixed.press('x')
    await expect.poll(() => fixed.getAttribute('aria-readonly')).toBe('true')
    await expect.poll(() => fixed.innerText()).toBe(before)
  })

  test('closes its search by Escape, and not what is around it', async () => {
    const page = await gallery.open('code')
    await page.getByRole('button', { name: 'Code in a panel…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Function' })
    await code(page, 'In a panel').press('ControlOrMeta+f')
    const find = sheet.getByRole('textbox', { name: 'Find' })
    await find.press('Escape')
    await find.waitFor({ state: 'detached' })
    await sheet.waitFor()
    await code(page, 'In a panel').press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })
})
