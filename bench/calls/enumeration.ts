import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { sql } from '@colonnade/sql'
import { inControlPlane } from '../../e2e/control-plane.ts'
import { openGround } from '../parts/ground.ts'
import { type Bench, medians, timed } from '../parts/measure.ts'

const rounds = 21
const perQuestion = 2 * rounds + 1

/** What a stranger can ask about an address, and what it is answered with. */
const questions = {
  'signing in with a wrong password': { path: '/platform/sign-in', body: { password: 'not-the-password-of-anybody' }, status: 401 },
  'asking for a new password': { path: '/platform/password-resets', body: {}, status: 202 },
  'asking for an account': { path: '/platform/sign-ups', body: {}, status: 202 },
} as const

/** Whether the time of an answer tells which addresses have accounts: for each question the slower of the two beside the faster. */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  await ground.api.installation.update({ body: { sign_up: 'open' } })
  const names = Object.keys(questions) as (keyof typeof questions)[]
  await inControlPlane(ground, (client) =>
    client.run(sql`
      insert into users (email, username, password_hash, is_installation_owner)
      select 'known-' || n || '@example.com', 'known-' || n, u.password_hash, false
      from users u, generate_series(0, ${names.length * perQuestion}::int) n where u.is_installation_owner`),
  )
  let calls = 0
  for (const [place, name] of names.entries()) {
    const { path, body, status } = questions[name]
    let next = { known: place * perQuestion, unknown: place * perQuestion }
    const ask = (whose: 'known' | 'unknown') => async (): Promise<number> => {
      const email = `${whose}-${next[whose]}@example.com`
      next = { ...next, [whose]: next[whose] + 1 }
      calls += 1
      // from another address each time, so that no limit ends the run
      const localAddress = `127.0.${1 + (calls >> 7)}.${1 + (calls & 127)}`
      return timed(() => post(`${ground.server.url}${path}`, localAddress, { email, ...body }, status))
    }
    const [known, unknown] = [ask('known'), ask('unknown')]
    // the first of a kind loads what the others find there
    await unknown()
    await known()
    // each comes first as often as second: what follows an answer, such as writing the mail, falls upon the next question
    const one = await medians(rounds, { known, unknown })
    const other = await medians(rounds, { unknown, known })
    const times = [one.known + other.known, one.unknown + other.unknown].map((sum) => sum / 2)
    report({ figure: name, value: Math.max(...times), unit: 'ms', against: Math.min(...times), goal: '<= 1.1', judges: 'ratio' })
  }
}

/** @throws Error for another status */
async function post(url: string, localAddress: string, body: object, status: number): Promise<void> {
  const sent = request(url, { method: 'POST', localAddress, headers: { 'content-type': 'application/json' } })
  sent.end(JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== status) throw new Error(`${url} was answered with ${answer.statusCode}`)
}
