import { projectSettings } from '@colonnade/contracts/projects/project-settings'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { anOrganization, aProject } from './stage/world.ts'

const home = ({ world }: OpenStage) => `/project/${world.projects[0]!.ref}`
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Connect to your project' })
const opened = async (page: Page) => {
  await dialogOf(page).getByRole('region', { name: 'URI connection string' }).waitFor()
  return dialogOf(page)
}
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

describe('the dialog', () => {
  test('opens by its button, says so in the address, and closes by Escape, by its button and by going back', async () => {
    const stage = setStage()
    const page = await stage.open(home(stage))
    const button = page.getByRole('button', { name: 'Connect', exact: true })
    await button.click()
    await opened(page)
    await expect.poll(() => new URL(page.url()).search).toBe('?showConnect=true')
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await button.click()
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await button.click()
    await opened(page)
    await page.goBack()
    await dialogOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(home(stage))
  })

  test('is walked by keyboard alone, and remembers what was chosen', async () => {
    const stage = setStage()
    const page = await stage.open(`${home(stage)}?showConnect=true`)
    const dialog = await opened(page)
    const isFocused = () => dialog.getByRole('tab', { selected: true }).evaluate((tab) => tab === document.activeElement)
    await expect.poll(isFocused).toBe(true)
    // from the tab to its panel, and to the list in it
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await dialog.getByRole('region', { name: 'PSQL connection string' }).waitFor()
    await page.reload()
    await dialog.getByRole('region', { name: 'PSQL connection string' }).waitFor()
    await expect.poll(isFocused).toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: 'Next.js' }).waitFor()
    await expect.poll(() => dialog.getByRole('tab', { name: 'App Frameworks' }).getAttribute('aria-selected')).toBe('true')
  })

  test('has the parts of the address, each to be copied by itself', async () => {
    const stage = setStage()
    const page = await stage.open(`${home(stage)}?showConnect=true`)
    const dialog = await opened(page)
    const { db_host, db_port } = stage.world.projects[0]!
    for (const [name, value] of [
      ['host', db_host],
      ['port', String(db_port)],
      ['database', 'postgres'],
      ['user', 'postgres'],
    ] as const) {
      await dialog.getByRole('button', { name: `Copy ${name}` }).click()
      await expect.poll(() => clipboard(page)).toBe(value)
    }
    await dialog.getByText('Reachable from this machine only').waitFor()
  })

  test('holds a password only while it is open, and sends it nowhere', async () => {
    const stage = setStage()
    const page = await stage.open(`${home(stage)}?showConnect=true`)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    const dialog = await opened(page)
    await dialog.getByRole('textbox', { name: 'Database password' }).fill('s3cr3t-and-mine')
    await dialog.getByText('s3cr3t-and-mine').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await (await opened(page)).getByText('[YOUR-PASSWORD]').first().waitFor()
    expect(sent.join('\n')).not.toContain('s3cr3t')
    const kept = () => page.evaluate<string>('JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state])')
    await expect.poll(kept).not.toContain('s3cr3t')
  })

  test('shows the address and the public key of the API, and says when nothing serves it', async () => {
    const stage = setStage()
    stage.answers(projectSettings.settings, ({ params: { ref } }) => ({
      ref,
      app_config: { protocol: 'http', endpoint: `localhost:8000/api/${ref}`, is_served: false },
      service_api_keys: [],
      publishable_key: 'the-publishable-key',
    }))
    const page = await stage.open(`${home(stage)}?showConnect=true`)
    const dialog = await opened(page)
    await dialog.getByRole('tab', { name: 'App Frameworks' }).click()
    await dialog.getByRole('button', { name: 'Copy .env.local' }).click()
    await expect
      .poll(() => clipboard(page))
      .toBe(
        `NEXT_PUBLIC_COLONNADE_URL=http://localhost:8000/api/${stage.world.projects[0]!.ref}
NEXT_PUBLIC_COLONNADE_ANON_KEY=the-publishable-key`,
      )
    await dialog.getByText(/Projects on an external server don’t have a data API yet/).waitFor()
    await dialog.getByRole('radio', { name: 'Pages Router' }).click()
    await dialog.getByRole('tab', { name: 'index.tsx' }).click()
    await dialog.getByText('getServerSideProps').first().waitFor()
  })

  test('says when the settings can not be had, and tries again', async () => {
    const stage = setStage()
    stage.refuses(projectSettings.supavisor, 'internal')
    const page = await stage.open(home(stage))
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const alert = dialogOf(page).getByRole('alert')
    await alert.getByText('Error: Failed to retrieve database settings').waitFor()
    stage.recovers(projectSettings.supavisor)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
    await opened(page)
  })

  test('has nothing to fault, dark and light, wide and on a phone', async () => {
    const stage = setStage()
    for (const [width, colorScheme, rules] of [
      [1440, 'dark', 'all'],
      [1440, 'light', 'colours'],
      [390, 'dark', 'all but colours'],
    ] as const) {
      const page = await stage.open(`${home(stage)}?showConnect=true`, { width, colorScheme })
      const dialog = await opened(page)
      await expectAccessible(page, rules)
      await expectNoSidewaysScroll(page)
      for (const name of ['App Frameworks', 'Mobile Frameworks', 'ORMs']) {
        await dialog.getByRole('tab', { name }).click()
        await dialog
          .getByRole('tabpanel', { name })
          .getByRole('region', { name: /^\.env/ })
          .waitFor()
        await expectAccessible(page, rules)
        await expectNoSidewaysScroll(page)
      }
      await page.close()
    }
  })
})

describe('who may not', () => {
  test('somebody without service_keys:read gets placeholders and the reason, and the database all the same', async () => {
    const organization = anOrganization({ role: 'read-only' })
    const stage = setStage({ organizations: [organization], projects: [aProject({ organization })] })
    const page = await stage.open(`${home(stage)}?showConnect=true`)
    const dialog = await opened(page)
    await dialog.getByText('ask someone who can operate this project to reset it').waitFor()
    await dialog.getByRole('tab', { name: 'App Frameworks' }).click()
    await dialog.getByText('You need the permission service_keys:read to see them').waitFor()
    await dialog.getByText('[YOUR-API-URL]').waitFor()
    await dialog.getByText('[YOUR-ANON-KEY]').waitFor()
    expect(stage.calls(projectSettings.settings)).toEqual([])
  })

  test('a project that is not active can not be connected, which pointer and keyboard are told', async () => {
    const organization = anOrganization()
    const stage = setStage({ organizations: [organization], projects: [aProject({ organization, status: 'INACTIVE' })] })
    const page = await stage.open(`${home(stage)}?showConnect=true`)
    const button = page.getByRole('button', { name: 'Connect', exact: true })
    await page.getByText('This project is paused').waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => dialogOf(page).count()).toBe(0)
    await button.hover()
    await page.getByText('Project is currently not active and cannot be connected').waitFor()
    await page.mouse.move(700, 700)
    await page.getByText('Project is currently not active and cannot be connected').waitFor({ state: 'detached' })
    // by keyboard: to the neighbour before it, and on to it
    await button.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.getByText('Project is currently not active and cannot be connected').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => dialogOf(page).count()).toBe(0)
  })
})
