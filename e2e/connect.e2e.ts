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
import { type Parsed, parsers, valueOf } from './connection-parsers.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

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

test('the dialog opens by a shared link on any page of the project, and leaves the rest of its address alone', async () => {
  const page = await dashboard.open(`${home()}/editor?schema=auth&showConnect=true`)
  await opened(page)
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  await expect.poll(() => [...new URL(page.url()).searchParams]).toEqual([['schema', 'auth']])
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
