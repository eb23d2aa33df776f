import { readFile } from 'node:fs/promises'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Page } from 'playwright'
import { type Dashboard, ownerPassword } from './dashboard.ts'

/** A second person on an installation, who is a member of nothing and has the owner's password. */
export async function insertPerson({ installation }: Dashboard, email: string): Promise<void> {
  const { socket, description } = installation.paths.cluster('platform')
  const { port } = JSON.parse(await readFile(description, 'utf8')) as { port: number }
  await withClient({ host: socket, port, user: 'platform_admin', database: 'colonnade', settings: { search_path: 'public' } }, (client) =>
    client.run(sql`
      insert into users (email, username, password_hash)
      select ${email}, split_part(${email}, '@', 1), password_hash from users where is_installation_owner`),
  )
}

/** A page of that person, at a path. */
export async function openAs(dashboard: Dashboard, email: string, path: string): Promise<Page> {
  const page = await dashboard.openAsStranger(path)
  await signInAs(page, email)
  await page.waitForURL((url) => url.pathname + url.search === path)
  return page
}

/** On the sign-in page. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
