import { missingBecause } from '@colonnade/contracts/foundation/capabilities'
import { externalServers } from '@colonnade/contracts/projects/external-servers'
import { backups } from '@colonnade/contracts/copies/backups'
import { branches } from '@colonnade/contracts/copies/branches'
import { addons } from '@colonnade/contracts/projects/addons'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { setStage } from './stage/set-stage.ts'
import { anOrganization, aProject } from './stage/world.ts'

const acme = anOrganization()

describe('an existing Postgres server', () => {
  test('is tried before it is connected, and what is wrong is said', async () => {
    const stage = setStage({ organizations: [acme] })
    const page = await stage.open(`/new/${acme.slug}`)
    await page.getByRole('radio', { name: 'Existing Postgres server' }).click()
    await page.getByLabel('Host').fill('db.example.com')
    await page.getByLabel('User', { exact: true }).fill('shop')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    const message = 'The server rejected the password of "shop". Check the user name and the password.'
    stage.refuses(externalServers.test, 'database_connection_failed', { message, details: { reason: 'password' } })
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText(message).waitFor()
    stage.answers(externalServers.test, { version: '17.2', user: 'shop', is_superuser: false, is_read_only: false, can_create: true })
    await page.getByLabel('Password', { exact: true }).fill('right')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Connected to Postgres 17.2 as shop.').waitFor()
    expect(stage.sent(externalServers.test).at(-1)).toMatchObject({
      organization_slug: acme.slug,
      host: 'db.example.com',
      port: 5432,
      user: 'shop',
      password: 'right',
      tls: 'verify-full',
    })
    await expectAccessible(page)
  })
})

describe('a project on it', () => {
  test.each([
    ['branches', 'Branches', missingBecause.copies],
    ['database/backups/scheduled', 'Backups', missingBecause.backups],
    ['settings/addons', 'Add-ons', missingBecause.machine],
  ])('says on the page %s why there is nothing', async (path, title, reason) => {
    const project = aProject({ organization: acme, driver: 'external', capabilities: [] })
    const stage = setStage({ organizations: [acme], projects: [project] })
    // asked for in advance, and of no use here
    stage.refuses(backups.report, 'too_busy')
    stage.refuses(addons.list, 'too_busy')
    stage.answers(branches.list, [])
    const page = await stage.open(`/project/${project.ref}/${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText(reason).waitFor()
    await expectAccessible(page)
  })
})
