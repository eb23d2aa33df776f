import { sql } from '@colonnade/sql'
import type { Page } from 'playwright'
import { inControlPlane } from './control-plane.ts'
import type { Dashboard } from './dashboard.ts'
import { ownerPassword } from './recovery/server.ts'

/** Another person on an installation, who is a member of nothing and has the owner's password. */
export async function insertPerson(on: Pick<Dashboard, 'installation'>, email: string): Promise<void> {
  await inControlPlane(on, (client) =>
    client.run(sql`
      insert into users (email, username, password_hash)
      select ${email}, split_part(${email}, '@', 1), password_hash from users where is_installation_owner`),
  )
}

/** A page of that person, at a path. */
export function openAs(dashboard: Dashboard, email: string, path: string): Promise<Page> {
  return dashboard.open(path, { as: email, colorScheme: 'light' })
}

/** On the sign-in page. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
