import { setTimeout as sleep } from 'node:timers/promises'
import type { Request } from 'playwright'
import { insertReadings } from '../../e2e/control-plane.ts'
import { openOwnDashboard } from '../../e2e/dashboard.ts'
import { ensureBuilt } from '../parts/ready.ts'
import type { Bench } from '../parts/measure.ts'

/** What comes after the page is there belongs to its first load too. */
const settleMs = 2_000

/** JavaScript that a browser with an empty cache transfers for a project's home, as the server sends it: compressed. */
export const bench: Bench = async (report) => {
  ensureBuilt()
  await using dashboard = await openOwnDashboard()
  const ref = await dashboard.project('Home')
  // a home that has something to draw
  await insertReadings(dashboard, ref)
  const page = await dashboard.open('/platform/docs') // signed in, and without our scripts
  const scripts: Request[] = []
  page.on('requestfinished', (request) => {
    if (/\.js(\?|$)/.test(request.url())) scripts.push(request)
  })
  await page.goto(`${dashboard.url}/project/${ref}`)
  await page.getByText('Active', { exact: true }).first().waitFor()
  await sleep(settleMs)
  const sizes = await Promise.all(scripts.map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  report({ figure: 'JavaScript of the first load, compressed', value: bytes / 1024, unit: 'KB', goal: '<= 300', judges: 'value' })
}
