import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ormGuides } from '@colonnade/dashboard/testing/orm-guides'
import { connectionTypes } from '@colonnade/dashboard/testing/connection-types'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { insertMember } from './control-plane.ts'
import { type Parsed, parsers, valueOf } from './connection-parsers.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { insertPerson, openAs } from './person.ts'

const run = promisify(execFile)

/** Every symbol that one of the forms could trip over. */
const password = `p@ss/w:o?r#d'";\\$%&+=[]{}()! ~`

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Music shop')
  await dashboard.api.projects.resetPassword({ params: { ref }, body: { db_pass: password } })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const home = () => `/project/${ref}`
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Connect to your project' })
const opened = async (page: Page) => {
  await dialogOf(page).getByRole('region', { name: 'URI connection string' }).waitFor()
  return dialogOf(page)
}
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

describe('the dialog', () => {
  test('opens by its button, says so in the address, and closes by Escape, by its button and by going back', async () => {
    const page = await dashboard.open(home())
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
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(home())
  })

  test('opens by a shared link on any page of the project, and leaves the rest of its address alone', async () => {
    const page = await dashboard.open(`${home()}/editor?schema=auth&showConnect=true`)
    await opened(page)
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => [...new URL(page.url()).searchParams]).toEqual([['schema', 'auth']])
  })

  test('is walked by keyboard alone, and remembers what was chosen', async () => {
    const page = await dashboard.open(`${home()}?showConnect=true`)
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
    const page = await dashboard.open(`${home()}?showConnect=true`)
    const dialog = await opened(page)
    const { db_host, db_port } = await dashboard.api.projects.retrieve({ params: { ref } })
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
    const page = await dashboard.open(`${home()}?showConnect=true`)
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

  test('shows address and anon key of the API, and that it is not served yet', async () => {
    const page = await dashboard.open(`${home()}?showConnect=true`)
    const dialog = await opened(page)
    await dialog.getByRole('tab', { name: 'App Frameworks' }).click()
    const { app_config, service_api_keys } = await dashboard.api.projectSettings.settings({ params: { ref } })
    await dialog.getByRole('button', { name: 'Copy .env.local' }).click()
    await expect
      .poll(() => clipboard(page))
      .toBe(
        `NEXT_PUBLIC_COLONNADE_URL=${app_config.protocol}://${app_config.endpoint}\n` +
          `NEXT_PUBLIC_COLONNADE_ANON_KEY=${service_api_keys.find(({ name }) => name === 'anon')!.api_key}`,
      )
    await dialog.getByText(/not served by this version/).waitFor()
    await dialog.getByRole('radio', { name: 'Pages Router' }).click()
    await dialog.getByRole('tab', { name: 'index.tsx' }).click()
    await dialog.getByText('getServerSideProps').first().waitFor()
  })

  test('says when the settings can not be had, and tries again', async () => {
    const page = await dashboard.open(home())
    await page.route('**/config/supavisor', (route) =>
      route.fulfill({ status: 400, json: { code: 'validation_failed', message: 'No', details: {} } }),
    )
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const alert = dialogOf(page).getByRole('alert')
    await alert.getByText('Error: Failed to retrieve database settings').waitFor()
    await page.unroute('**/config/supavisor')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
    await opened(page)
  })

  test('has nothing to fault, dark and light, wide and on a phone', async () => {
    for (const [width, colorScheme, rules] of [
      [1440, 'dark', 'all'],
      [1440, 'light', 'colours'],
      [390, 'dark', 'all but colours'],
    ] as const) {
      const page = await dashboard.open(`${home()}?showConnect=true`, { width, colorScheme })
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
    const email = dashboard.addressOf('reader')
    await insertPerson(dashboard, email)
    await insertMember(dashboard, await dashboard.organization(), email, 'read-only')
    const page = await openAs(dashboard, email, `${home()}?showConnect=true`)
    const dialog = await opened(page)
    await dialog.getByText('somebody who operates this project can reset it').waitFor()
    await dialog.getByRole('tab', { name: 'App Frameworks' }).click()
    await dialog.getByText('seeing them takes the permission service_keys:read').waitFor()
    await dialog.getByText('[YOUR-API-URL]').waitFor()
    await dialog.getByText('[YOUR-ANON-KEY]').waitFor()
  })

  test('a project that is not active can not be connected, which pointer and keyboard are told', async () => {
    const asleep = await dashboard.project('Asleep')
    await dashboard.api.projects.pause({ params: { ref: asleep } })
    const page = await dashboard.open(`/project/${asleep}?showConnect=true`)
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

describe('the strings really connect', () => {
  let page: Page
  const copied = new Map<string, string>()

  beforeAll(async () => {
    page = await dashboard.open(`${home()}?showConnect=true`)
    const dialog = await opened(page)
    await dialog.getByRole('textbox', { name: 'Database password' }).fill(password)
    for (const { label } of connectionTypes) {
      // several are written alike
      await page.evaluate("navigator.clipboard.writeText('')")
      await dialog.getByRole('group', { name: 'Connection type' }).getByText(label, { exact: true }).click()
      await dialog.getByRole('button', { name: `Copy ${label} connection string` }).click()
      const text = await page.waitForFunction<string>('navigator.clipboard.readText()')
      copied.set(label, await text.jsonValue())
    }
  })

  for (const { label } of connectionTypes) {
    test(`${label}, copied and read by the rules of its own`, async () => {
      expect(await askWho(parsers[label]!(copied.get(label)!))).toBe('postgres')
    })
  }

  test('and it is the password that opens: another one is refused', async () => {
    const parsed = parsers['URI']!(copied.get('URI')!)
    await expect(askWho({ ...parsed, password: 'a-wrong-password' })).rejects.toMatchObject({ code: '28P01' })
  })

  test('URI as it is, in a driver', async () => {
    const client = new pg.Client({ connectionString: copied.get('URI')! })
    await client.connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  })

  const psql = spawnSync('psql', ['--version']).status === 0
  test.skipIf(!psql)(`PSQL as it is, in a shell${psql ? '' : ' (there is no psql on this machine)'}`, async () => {
    const command = `${copied.get('PSQL')!} -At -c 'select current_user'`
    const { stdout } = await run('sh', ['-c', command], { env: { PATH: process.env['PATH'], PGPASSWORD: password } })
    expect(stdout.trim()).toBe('postgres')
  })

  test('the program for Node.js, as files that are run', async () => {
    const { files } = connectionTypes.find(({ id }) => id === 'node')!
    const folder = await mkdtemp(join(tmpdir(), 'colonnade-connect-'))
    try {
      for (const { name, text } of files(await parametersOf())) await writeFile(join(folder, name), text)
      await symlink(dirname(dirname(fileURLToPath(import.meta.resolve('pg/package.json')))), join(folder, 'node_modules'))
      const { stdout } = await run(process.execPath, ['--env-file=.env', 'index.mjs'], { cwd: folder, env: {} })
      expect(stdout).toMatch(/^PostgreSQL \d+/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  for (const { label, variants } of ormGuides) {
    test(`${label}: the address for the program and the one for migrations`, async () => {
      const parameters = await parametersOf()
      for (const isTransactionPooler of [false, true]) {
        const [environment] = variants[0].files({ ...parameters, migrationTarget: parameters.target, isTransactionPooler })
        for (const name of isTransactionPooler ? ['DATABASE_URL', 'DIRECT_URL'] : ['DATABASE_URL']) {
          expect(await askWho(parsers['URI']!(valueOf(environment!.text, name)))).toBe('postgres')
        }
      }
    })
  }
})

async function parametersOf() {
  const [target] = await dashboard.api.projects.databases({ params: { ref } })
  const { db_host, db_port } = target!
  return { target: { ...target!, db_host: db_host!, db_port: db_port! }, password, isTransactionPooler: false }
}

/** Connects with exactly what was read, and has the database say who that is. */
async function askWho({ host, port, user, database, password: read }: Parsed): Promise<string> {
  const client = new pg.Client({ host, port, user, database, password: read ?? password })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select current_user::text as name')
  await client.end()
  return rows[0]!.name
}
