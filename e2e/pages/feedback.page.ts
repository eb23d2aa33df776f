import { healthSummaryText } from '@colonnade/dashboard/testing/messages/features/help'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { feedback } from '@colonnade/contracts/installation/feedback'
import { formText, messages, panelText, pictureText } from '@colonnade/dashboard/testing/messages/features/feedback'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { redPixel, signature } from './feedback/red-pixel.ts'
import { setStage as setEmptyStage } from './stage/set-stage.ts'
import { signIn } from './stage/sign-in.ts'
import { aMessage, aPerson, longAgo, type World } from './stage/world.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Feedback' })
const message = (page: Page) => panel(page).getByRole('textbox', { name: formText.message })
const send = (page: Page) => panel(page).getByRole('button', { name: 'Send' })
const preview = (page: Page) => panel(page).getByRole('button', { name: pictureText.enlarge })

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Feedback', exact: true }).click()
  await message(page).waitFor()
}

async function upload(page: Page, name: string, buffer: Buffer, mimeType = 'image/png'): Promise<void> {
  await panel(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
}

/** A stage that takes messages and pictures. */
function setStage(changes: Partial<World> = {}) {
  const stage = setEmptyStage(changes)
  stage.answers(feedback.attach, { name: 'screen.png', url: '/screen.png', expires_at: longAgo })
  stage.answers(feedback.send, { id: crypto.randomUUID() })
  return stage
}

/** What is on the clipboard reaches the page as a paste. */
async function pasteFile(page: Page, bytes: Buffer, type: string): Promise<void> {
  await message(page).evaluate(
    (field, [text, mime]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(text!), (character) => character.charCodeAt(0))], 'image.png', { type: mime! }))
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    [bytes.toString('base64'), type],
  )
}

describe('feedback', () => {
  test('is written, kept over a reload, sent with a captured picture of the page, and thanked for', async () => {
    const stage = setStage()
    const page = await stage.open(`/org/acme`)
    await openPanel(page)
    await expect.poll(() => send(page).isDisabled()).toBe(true)
    await message(page).fill('It is *fast* 🎉\n<b>really</b>')
    await panel(page).getByRole('button', { name: 'Capture screenshot' }).click()
    await preview(page).waitFor()
    // pictures are kept a moment later than they are shown
    const isKept = () =>
      page.evaluate(() => Object.entries(localStorage).some(([key, value]) => key.startsWith('feedback-draft:') && /"picture":"/.test(String(value))))
    await expect.poll(isKept).toBe(true)
    await page.reload()
    await openPanel(page)
    await preview(page).waitFor()
    await expect.poll(() => message(page).inputValue()).toBe('It is *fast* 🎉\n<b>really</b>')
    await expectAccessible(page)
    await message(page).press('Control+Enter')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await expectAccessible(page)

    expect(stage.sent(feedback.send)).toEqual([
      {
        message: 'It is *fast* 🎉\n<b>really</b>',
        category: 'Feedback',
        tags: ['dashboard-feedback'],
        organizationSlug: 'acme',
        pathname: '/org/acme',
        screenshot: 'screen.png',
      },
    ])
    const picture = Buffer.from(stage.sent(feedback.attach)[0]!)
    expect(picture.subarray(0, 8)).toEqual(signature)
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1440, 900])

    await page.getByRole('button', { name: panelText.writeAnother }).click()
    await expect.poll(() => message(page).inputValue()).toBe('')
    await expect.poll(() => preview(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await page.reload()
    await openPanel(page)
    await expect.poll(() => message(page).inputValue()).toBe('')
  })

  test('a captured picture shows the page, not the form over it', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    await openPanel(page)
    const form = (await panel(page).boundingBox())!
    await panel(page).getByRole('button', { name: 'Capture screenshot' }).click()
    await preview(page).click()
    const large = page.getByRole('img', { name: pictureText.enlarged })
    await large.waitFor()
    const colors = () =>
      large.evaluate(async (element, { x, y, width, height }) => {
        const image = element as HTMLImageElement
        await image.decode()
        const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
        const context = canvas.getContext('2d')!
        context.drawImage(image, 0, 0)
        const count = (data: Uint8ClampedArray) =>
          new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3).join())).size
        const pixel = (left: number, top: number) => `rgb(${context.getImageData(left, top, 1, 1).data.slice(0, 3).join(', ')})`
        // the lower part of the form lies over nothing but the empty page
        return {
          isInPlace: pixel(0, 10) === getComputedStyle(document.querySelector('header')!).backgroundColor,
          form: count(context.getImageData(x, y + height - 40, width, 30).data),
          header: count(context.getImageData(0, 0, image.naturalWidth, 44).data),
        }
      }, form)
    await expect.poll(colors).toMatchObject({ isInPlace: true, form: 1 })
    await expect.poll(async () => (await colors()).header).toBeGreaterThan(10)
    await page.keyboard.press('Escape')
    await message(page).waitFor()
    await panel(page).getByRole('button', { name: 'Remove screenshot' }).click()
    await preview(page).waitFor({ state: 'detached' })
  })

  test('takes a PNG from a file, and it arrives byte for byte', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    await openPanel(page)
    await upload(page, 'screen.png', redPixel())
    await preview(page).waitFor()
    await message(page).press('Control+Enter')
    await page.getByText('Please include a message in your feedback.').waitFor()
    await expect.poll(() => send(page).isDisabled()).toBe(true)
    await expectAccessible(page)
    await message(page).fill('Look')
    await page.getByText('Please include a message in your feedback.').waitFor({ state: 'detached' })
    await send(page).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(stage.sent(feedback.send)).toMatchObject([{ message: 'Look', screenshot: 'screen.png' }])
    expect(Buffer.from(stage.sent(feedback.attach)[0]!)).toEqual(redPixel())
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await panel(page).waitFor({ state: 'detached' })
  })

  test('takes a pasted PNG when there is none yet', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    await openPanel(page)
    await pasteFile(page, redPixel(), 'image/png')
    await preview(page).waitFor()
    await pasteFile(page, redPixel(), 'image/png')
    await page.getByText(messages.hasPicture).waitFor()
    await panel(page).getByRole('button', { name: 'Remove screenshot' }).click()
    await pasteFile(page, Buffer.from('GIF89a'), 'image/gif')
    await page.getByText(messages.notPng).waitFor()
    await expect.poll(() => preview(page).count()).toBe(0)
  })

  test('says at once what can not be attached, and sends nothing of it', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/feedback/') && sent.push(request.url()))
    await openPanel(page)
    await upload(page, 'notes.txt', Buffer.from('hello'), 'text/plain')
    await page.getByText(messages.notPng).waitFor()
    await using folder = await mkdtempDisposable(join(tmpdir(), 'colonnade-e2e-'))
    const large = join(folder.path, 'large.png')
    await writeFile(large, Buffer.concat([signature, Buffer.alloc(30 * 1024 * 1024)]))
    await panel(page).locator('input[type=file]').setInputFiles(large)
    await page.getByText(messages.tooLarge('30.0 MB', '10.0 MB')).waitFor()
    await expectAccessible(page)
    await upload(page, 'picture.png', Buffer.from('a text that calls itself a picture'))
    await page.getByText(messages.notPng).waitFor()
    await expect.poll(() => preview(page).count()).toBe(0)
    await upload(page, 'screen.png', redPixel())
    await preview(page).waitFor()
    await page.getByText(messages.notPng).waitFor({ state: 'detached' })
    await panel(page).getByRole('button', { name: 'Remove screenshot' }).click()
    expect(sent).toEqual([])
  })

  test('a megabyte is taken as far as it can be shortened, and is told to be too long', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/feedback/send') && sent.push(request.url()))
    await openPanel(page)
    await page.evaluate(() => navigator.clipboard.writeText('long '.repeat(200_000)))
    await message(page).press('Control+v')
    await page.getByText(messages.tooLong('10,000')).waitFor()
    await page.getByText('20,000 of 10,000 characters').waitFor()
    await message(page).press('Control+Enter')
    await message(page).fill('x'.repeat(9_500))
    await page.getByText('9,500 of 10,000 characters').waitFor()
    await message(page).fill('')
    expect(sent).toEqual([])
  })

  test('two tabs show one draft', async () => {
    const stage = setStage()
    const one = await stage.open('/organizations')
    await openPanel(one)
    const two = await stage.openBeside(one, '/organizations')
    await openPanel(two)
    await message(one).fill('written here')
    await upload(one, 'screen.png', redPixel())
    await preview(two).waitFor()
    await expect.poll(() => message(two).inputValue()).toBe('written here')
    await panel(two).getByRole('button', { name: 'Remove screenshot' }).click()
    await preview(one).waitFor({ state: 'detached' })
    await message(two).fill('')
    await expect.poll(() => message(one).inputValue()).toBe('')
  })

  test('what fails is said, and the draft stays', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    await openPanel(page)
    await message(page).fill('keep me')
    await page.route('**/platform/feedback/send', (route) => route.abort())
    await send(page).click()
    await page.getByText('Failed to submit feedback: Colonnade didn’t respond, so the change may be saved. Check before you try again.').waitFor()
    await expect.poll(() => message(page).inputValue()).toBe('keep me')
    await page.unroute('**/platform/feedback/send')
    await page.route('**/assets/*', (route) => route.abort())
    await panel(page).getByRole('button', { name: 'Capture screenshot' }).click()
    await page.getByText('Failed to capture screenshot').waitFor()
    await page.unroute('**/assets/*')
    await send(page).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  test('a session that ends meanwhile costs nothing that was written, and one comes back to the page', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    const { person } = stage.world
    await openPanel(page)
    await message(page).fill('half a thought')
    stage.world.person = null
    await send(page).click()
    await page.waitForURL('**/sign-in?returnTo=%2Forganizations')
    await signIn(stage, page, person!)
    await page.waitForURL('**/organizations')
    await openPanel(page)
    await expect.poll(() => message(page).inputValue()).toBe('half a thought')
    await send(page).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(stage.sent(feedback.send)).toMatchObject([{ message: 'half a thought' }])
  })

  test('whoever signs in next in the same browser does not find the draft of another', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    await openPanel(page)
    await message(page).fill('private')
    await page.reload()
    await page.getByRole('button', { name: 'Account' }).waitFor()
    stage.world.person = null
    await page.reload()
    await page.waitForURL('**/sign-in**')
    await signIn(stage, page, aPerson({ primary_email: 'guest@example.com' }))
    await page.getByRole('button', { name: 'Account' }).waitFor()
    await openPanel(page)
    await expect.poll(() => message(page).inputValue()).toBe('')
  })

  test('fits a phone, dark and light', async () => {
    const stage = setStage()
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await stage.open('/organizations', { width: 390, colorScheme })
      await openPanel(page)
      await upload(page, 'screen.png', redPixel())
      await preview(page).waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
})

describe('the inbox', () => {
  test('shows the owner what was sent, with pictures that open large', async () => {
    for (const [colorScheme, width] of [
      ['dark', 1440],
      ['light', 390],
    ] as const) {
      const name = 'screen.png'
      const stage = setStage({
        feedback: [
          aMessage({
            message: 'It is *fast*',
            pathname: '/org/acme',
            screenshot_url: `/platform/feedback/attachments/${name}?expires=1&signature=s`,
          }),
        ],
      })
      stage.answers(feedback.attachment, Uint8Array.from(redPixel()))
      const page = await stage.open('/installation/inbox', { colorScheme, width })
      const entry = page.getByRole('listitem').filter({ hasText: 'It is *fast*' })
      await entry.getByText('ada@example.com').waitFor()
      await entry.getByText('/org/acme').waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await entry.getByRole('button', { name: pictureText.enlarge }).click()
      await page.getByRole('img', { name: pictureText.enlarged }).waitFor()
      await expectAccessible(page)
    }
  })

  test('is of nobody else', async () => {
    const page = await setStage({ person: aPerson({ is_installation_owner: false }) }).open('/installation/inbox')
    await page.getByRole('heading', { name: 'Only the owner of this installation can open this page' }).waitFor()
    await expectAccessible(page)
  })
})

describe('help', () => {
  test('leads to what works without the internet, and tells version and health', async () => {
    const page = await setStage().open('/installation/inbox')
    await page.getByRole('button', { name: 'Help' }).click()
    const help = page.getByRole('dialog', { name: 'Help' })
    await help.getByText(healthSummaryText.platformUp).waitFor()
    await help.getByText('Version 0.1.0').waitFor()
    await expectAccessible(page)
    await expect.poll(() => help.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/platform/docs')
    await help.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    const shortcuts = page.getByRole('dialog', { name: /shortcuts/i })
    await shortcuts.and(page.locator(':focus, :focus-within')).waitFor()
    await page.keyboard.press('Escape')
    await shortcuts.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Help' }).click()
    await help.getByRole('link', { name: 'Contact support' }).click()
    await page.waitForURL('**/support/new')
  })

  test('does not claim that all is well when nobody answers', async () => {
    const page = await setStage().open('/organizations')
    await page.route('**/platform/health', (route) => route.abort())
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByText(healthSummaryText.down).waitFor()
  })
})
