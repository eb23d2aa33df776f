import { restSettings } from '@colonnade/contracts/api/rest-settings'
import { queries } from '@colonnade/contracts/data/queries'
import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { exposedFunctions, exposedRelations, replyOf, restSettingsOf } from './stage/exposed-objects.ts'
import { setStage } from './stage/set-stage.ts'

const text = { schema: 'text', name: 'text', type: 'text', argument_types: 'text', identity_argument_types: 'text', return_type: 'text' }
const listed = replyOf(
  { id: 'bigint', ...text, language: 'text', behavior: 'text', security_definer: 'boolean', comment: 'text', extension: 'text' },
  [['1', 'public', 'add_film', 'function', 'title text', 'title text', 'SETOF films', 'sql', 'VOLATILE', 'f', null, null]],
)

test('a function’s API docs open over its page, and close to it', async () => {
  const stage = setStage()
  stage.answers(restSettings.retrieve, restSettingsOf())
  stage.answers(queries.run, ({ body: { query } }) => {
    if (query.includes(`p.prokind <> 'w'`)) return listed
    if (query.includes('pg_relation_is_updatable')) return exposedRelations([])
    if (query.includes("pg_get_function_result(p.oid), '') as return_type")) return exposedFunctions
    // what makes the function is not what this is about
    throw new AppError('too_busy')
  })
  const page = await stage.open(`/project/${stage.world.projects[0]!.ref}/database/functions`)
  await page.getByRole('button', { name: 'add_film' }).click()
  await page.getByRole('dialog', { name: 'add_film' }).getByRole('button', { name: 'API', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'API Docs' })
  await panel.getByText(`.rpc('add_film', { title: 'example' })`).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await panel.getByRole('tab', { name: 'Request builder' }).click()
  await panel.getByRole('button', { name: 'Send' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  await page.getByRole('dialog', { name: 'add_film' }).waitFor()
})
