import { restSettings } from '@colonnade/contracts/api/rest-settings'
import { databases } from '@colonnade/contracts/data/database-objects'
import { queries } from '@colonnade/contracts/data/queries'
import { projectSettings } from '@colonnade/contracts/projects/project-settings'
import { apiDocsPageText, goneText, noWriteText } from '@colonnade/dashboard/testing/messages/features/api-docs'
import { relationExamplesText } from '@colonnade/dashboard/testing/messages/features/api-docs/examples'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { exposedDetails, exposedFunctions, exposedRelations, relationDetails, restSettingsOf, type StagedRelation } from './stage/exposed-objects.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { anOrganization, createWorld, noRows } from './stage/world.ts'

const rest = restSettingsOf({ db_schema: 'public, shop' })

const tables: readonly StagedRelation[] = [
  { id: 1, name: 'films', comment: 'Everything that was shown' },
  { id: 2, name: 'directors' },
  { id: 3, name: 'totals', type: 'v', writable: false },
  { id: 4, schema: 'shop', name: 'order items' },
]

function stageOf(listed: readonly StagedRelation[] = tables, changes: Parameters<typeof setStage>[0] = {}): OpenStage {
  const stage = setStage(changes)
  stage.answers(restSettings.retrieve, rest)
  stage.answers(queries.run, ({ body: { query } }) => {
    if (query.includes('pg_relation_is_updatable')) return exposedRelations(listed)
    if (query.includes('pg_get_function_result')) return listed.length === 0 ? noRows : exposedFunctions
    if (query.includes('view_references')) return exposedDetails({ genre: ['drama', 'comedy'] })
    return relationDetails('films')
  })
  return stage
}
const open = (stage: OpenStage, search = '', options = {}) => stage.open(`/project/${stage.world.projects[0]!.ref}/api${search}`, options)

describe('API Docs', () => {
  test('are found by the menu, and show the address, the key and how to create a client', async () => {
    const stage = stageOf()
    const { ref } = stage.world.projects[0]!
    const page = await stage.open(`/project/${ref}`)
    await page.getByRole('link', { name: 'API Docs' }).click()
    await page.getByRole('heading', { level: 1, name: 'API Docs' }).waitFor()
    await page.getByRole('region', { name: 'data API URL' }).getByText(`http://localhost:8000/api/${ref}/rest/v1`).waitFor()
    await page.getByRole('region', { name: 'publishable key' }).getByText('the-publishable-key').waitFor()
    await page.getByText(`'the-publishable-key'`).waitFor()
  })

  test('can be read in all themes, on a desk and on a phone', async () => {
    for (const search of ['', '?open=table-1', '?open=function-1']) {
      const page = await open(stageOf(), search)
      await page.getByRole('button', { name: 'films', exact: false }).first().waitFor()
      if (search !== '') await page.getByRole('heading', { name: 'Examples' }).waitFor()
      await expectAccessibleInAllThemes(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page, 'all but colours')
      await expectNoSidewaysScroll(page)
    }
  })

  test('of a table show columns with comments, and examples with its address and key in the chosen client', async () => {
    const stage = stageOf()
    const page = await open(stage)
    await page.getByRole('button', { name: /films.*Everything that was shown/ }).click()
    await page.getByRole('heading', { level: 1, name: 'films' }).waitFor()
    await page.getByRole('list', { name: 'Columns' }).getByText('As on the poster').waitFor()
    await page.getByRole('list', { name: 'Columns' }).getByText('drama | comedy').waitFor()
    await page
      .getByRole('region', { name: relationExamplesText.embedOne('directors'), exact: true })
      .getByText(`'*,directors(*)'`)
      .waitFor()
    await page.getByRole('tab', { name: 'cURL' }).click()
    const code = page.getByRole('region', { name: 'code: Insert a row' })
    await code.getByText('the-publishable-key').waitFor()
    await expect.poll(() => code.textContent()).toContain(`http://localhost:8000/api/${stage.world.projects[0]!.ref}/rest/v1/films`)
    await page.reload()
    await expect.poll(() => page.getByRole('tab', { name: 'cURL' }).getAttribute('aria-selected')).toBe('true')
  })

  test('copy an example', async () => {
    const page = await open(stageOf(), '?open=function-1')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy code: Call' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`.rpc('add_film', { title: 'example' })`)
  })

  test('name the schema in examples of other schemas, and say that a view is read-only', async () => {
    const page = await open(stageOf(), '?open=table-4')
    await page.getByText(`.schema('shop')`).first().waitFor()
    await page.getByRole('button', { name: /totals/ }).click()
    await page.getByText(noWriteText).waitFor()
    await page.getByRole('region', { name: 'Read rows', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Insert a row', exact: true }).count()).toBe(0)
  })

  test('are searched, and walked with the keyboard', async () => {
    const page = await open(stageOf())
    const search = page.getByRole('searchbox', { name: 'Search tables and functions' })
    await search.fill('film')
    await page.getByText('2 of 5 objects').waitFor()
    await search.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'add_film' }).waitFor()
    await search.fill('nowhere')
    await page.getByText('No matches').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText('5 objects', { exact: true }).waitFor()
  })

  test('draw only the entries in sight of ten thousand tables', async () => {
    const many = Array.from({ length: 10_000 }, (_, index): StagedRelation => ({ id: index + 1, name: `table_${index + 1}` }))
    const page = await open(stageOf(many))
    const list = page.getByRole('list', { name: 'Tables and functions' })
    await list.getByRole('button', { name: /table_1\b/ }).waitFor()
    await expect.poll(() => list.getByRole('button').count()).toBeLessThan(100)
    await list.getByRole('button').first().press('End')
    await list
      .getByRole('button', { name: /add_film/ })
      .and(page.locator(':focus'))
      .waitFor()
  })

  test('show placeholders and say why, without service_keys:read', async () => {
    const organizations = [anOrganization({ role: 'read-only' })]
    const page = await open(stageOf(tables, createWorld({ organizations })), '?open=table-1')
    await page.getByText(/You need the permission service_keys:read/).waitFor()
    await page.getByRole('tab', { name: 'cURL' }).click()
    await page.getByText('[YOUR-ANON-KEY]').first().waitFor()
  })

  test('on a phone go from the list to an object and back', async () => {
    const page = await open(stageOf())
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: /films.*Everything/ }).click()
    await page.getByRole('heading', { level: 1, name: 'films' }).waitFor()
    await page.getByRole('button', { name: 'All tables and functions' }).click()
    await page.getByRole('heading', { level: 1, name: 'API Docs' }).waitFor()
  })

  test('link to the table editor while nothing is exposed', async () => {
    const page = await open(stageOf([]))
    await page.getByText('No tables yet').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Create table' }).getAttribute('href')).toContain('/editor?')
    await expectAccessible(page)
  })

  test('say when they load and when they fail, and are tried again', async () => {
    const stage = stageOf()
    const held = stage.holds(restSettings.retrieve)
    const page = await open(stage)
    await page.getByLabel(apiDocsPageText.loading).waitFor()
    stage.refuses(queries.run, 'too_busy', { message: 'Too much at once' })
    held.goOn()
    await page.getByText('Too much at once').waitFor()
    stage.answers(queries.run, ({ body: { query } }) => (query.includes('pg_relation_is_updatable') ? exposedRelations(tables) : noRows))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: /films/ }).waitFor()
  })

  test('say that a table is gone, that no schema is exposed, and that the API is off', async () => {
    const page = await open(stageOf(), '?open=table-99')
    await page.getByText(goneText).waitFor()
    const stage = stageOf([])
    stage.answers(restSettings.retrieve, { ...rest, db_schema: '', is_enabled: false })
    const other = await open(stage)
    await other.getByText('No schemas exposed').waitFor()
    await other.getByText(/The data API is turned off/).waitFor()
    await expect.poll(() => other.getByRole('link', { name: 'Data API settings' }).count()).toBe(2)
  })

  test('download types of the exposed schemas', async () => {
    const stage = stageOf()
    stage.answers(databases.typescript, { types: 'export type Database = {}' })
    const page = await open(stage)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download types' }).click()])
    expect(download.suggestedFilename()).toBe('database.types.ts')
    expect(stage.calls(databases.typescript)[0]!.query).toEqual({ included_schemas: ['public', 'shop'] })
  })

  test('show examples with placeholders when the keys fail to load', async () => {
    const stage = stageOf()
    stage.refuses(projectSettings.settings, 'too_busy', { message: 'Too much at once' })
    const page = await open(stage, '?open=table-1')
    await page.getByText('Too much at once').waitFor()
    await page.getByRole('region', { name: 'code: Read rows', exact: true }).waitFor()
  })
})
