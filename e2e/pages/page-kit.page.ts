import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type BuiltGallery, openGallery } from './gallery/built-gallery.ts'

/** The parts that pages are composed of, as the gallery shows them. */
let gallery: BuiltGallery

beforeAll(async () => {
  gallery = await openGallery()
})
afterAll(() => gallery[Symbol.asyncDispose]())

describe('an object page', () => {
  test('opens an object, its form and a new one in a panel, and closes them', async () => {
    const page = await gallery.open('object-page')
    const place = page.getByRole('region', { name: 'A list with panels' })
    const panel = (name: string) => page.getByRole('dialog', { name })
    await place.getByRole('button', { name: 'mobile-app' }).click()
    await panel('mobile-app').getByText('2400').waitFor()
    await expectAccessible(page)
    await panel('mobile-app').getByRole('button', { name: 'Edit key' }).click()
    // what the form needs is on its way
    await panel('mobile-app').getByLabel('Loading the key').waitFor()
    await page.keyboard.press('Escape')
    await panel('mobile-app').waitFor({ state: 'detached' })
    await place.getByRole('button', { name: 'New key' }).click()
    await panel('New key').waitFor()
    await page.keyboard.press('Escape')
    await panel('New key').waitFor({ state: 'detached' })
  })

  test('says that an object is gone where a link asks for it', async () => {
    const page = await gallery.open('object-page')
    await page.getByRole('button', { name: 'Follow an old link' }).click()
    await page.getByRole('dialog', { name: 'Not there any more' }).getByText('It was deleted or moved').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('searches and sorts thousands, and shows all again', async () => {
    const page = await gallery.open('object-page')
    const place = page.getByRole('region', { name: '5,000 objects' })
    await place.getByText('5,000 keys').waitFor()
    await place.getByRole('button', { name: 'Uses' }).click()
    await place.getByRole('button', { name: 'Uses' }).click()
    await place.getByRole('button', { name: 'key-5000', exact: true }).waitFor()
    await place.getByRole('searchbox').fill('key-49')
    await place.getByText('111 of 5,000 keys').waitFor()
    await place.getByRole('searchbox').fill('nothing')
    await place.getByRole('button', { name: 'Show all keys' }).click()
    await place.getByText('5,000 keys').waitFor()
  })
})

describe('a paged list', () => {
  test('loads a page with each click until the last', async () => {
    const page = await gallery.open('paged-list')
    const place = page.getByRole('region', { name: 'Letters, by button' })
    await place.getByText('Loaded: 10+').waitFor()
    await place.getByRole('button', { name: 'Show more' }).click()
    await place.getByText('Loaded: 20+').waitFor()
    await place.getByRole('button', { name: 'Show more' }).click()
    await place.getByText('Loaded: 25', { exact: true }).waitFor()
    await expect.poll(() => place.getByRole('button').count()).toBe(0)
  })

  test('keeps what it has when a later page fails, and loads that again', async () => {
    const page = await gallery.open('paged-list')
    const place = page.getByRole('region', { name: 'Letters, a later page fails' })
    await place.getByRole('button', { name: 'Show more' }).click()
    await place.getByRole('alert').getByText('The letters could not be loaded.').waitFor()
    await place.getByText('Letter 10', { exact: true }).waitFor()
    await place.getByRole('button', { name: 'Try again' }).click()
    await place.getByText('Loaded: 20+').waitFor()
    await expect.poll(() => place.getByRole('alert').count()).toBe(0)
  })

  test('says that its first page failed, and loads it again', async () => {
    const page = await gallery.open('paged-list')
    const place = page.getByRole('region', { name: 'Letters, the first page fails' })
    await place.getByRole('alert').waitFor()
    await place.getByRole('button', { name: 'Try again' }).click()
    await place.getByText('Letter 10', { exact: true }).waitFor()
  })

  test('loads its pages while people scroll', async () => {
    const page = await gallery.open('paged-list')
    const list = page.getByRole('region', { name: 'Letters while scrolling' })
    await list.focus()
    const isAtEnd = async () => {
      await page.keyboard.press('End')
      return list.getByText('That is all.').isVisible()
    }
    await expect.poll(isAtEnd).toBe(true)
    await list.getByText('Letter 300', { exact: true }).waitFor()
  })
})

describe('a log table', () => {
  test('has a few of thousands of lines in the page, opens one, and narrows down by period and level', async () => {
    const page = await gallery.open('log-table')
    const place = page.getByRole('region', { name: 'A log with everything' })
    const log = place.getByRole('region', { name: 'Lines', exact: true })
    const choose = async (name: string, option: string) => {
      await place.getByRole('combobox', { name }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await place.getByText('180 lines').waitFor()
    await place.getByRole('button', { name: 'Clear filters' }).click()
    await place.getByText('4999 lines').waitFor()
    await expect.poll(() => log.getByRole('listitem').count()).toBeLessThan(100)
    await log.locator('summary').first().click()
    await log.getByText('{"id":4998,"status":200}').waitFor()
    await choose('Level', 'Error')
    await choose('When', 'Last 24 hours')
    await place.getByText('117 lines').waitFor()
    await place.getByRole('button', { name: 'Clear filters' }).click()
    await log.focus()
    const isAtEnd = async () => {
      await page.keyboard.press('End')
      return log.getByText('This is the start of the log.').isVisible()
    }
    await expect.poll(isAtEnd).toBe(true)
  })
})
