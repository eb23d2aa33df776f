import { type Profile, sessions } from '@colonnade/contracts/people/sessions'
import type { Page } from 'playwright'
import type { Stage } from './stage.ts'

/** Signs a person in on the sign-in page. */
export async function signIn(stage: Stage, page: Page, person: Profile): Promise<void> {
  stage.answers(sessions.signIn, () => (stage.world.person = person))
  await page.getByLabel('Email').fill(person.primary_email)
  await page.getByRole('textbox', { name: 'Password' }).fill('a-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
}
