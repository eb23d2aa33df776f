import { openGround } from '../parts/ground.ts'
import { type Bench, median, timed } from '../parts/measure.ts'

const rounds = 15
const givenUpMs = 10_000

/** How long after it was asked for a project's auth setting holds: from the call that changes it to the first answer of the auth service that has it. */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '1' })
  const ref = await ground.create('settings')
  const { url } = ground.server
  const keys = await ground.api.apiKeys.list({ params: { ref }, query: { reveal: 'true' } })
  const apikey = keys.find(({ type }) => type === 'publishable')!.api_key
  const answered = async (): Promise<boolean> => {
    const reply = await fetch(`${url}/api/${ref}/auth/v1/settings`, { headers: { apikey } })
    return ((await reply.json()) as { readonly disable_signup: boolean }).disable_signup
  }
  let isClosed = await answered()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    isClosed = !isClosed
    times.push(
      await timed(async () => {
        const begin = performance.now()
        await ground.api.authSettings.update({ params: { ref }, body: { disable_signup: isClosed } })
        while ((await answered()) !== isClosed) if (performance.now() - begin > givenUpMs) throw new Error('the setting does not come')
      }),
    )
  }
  report({ figure: 'a setting holds', value: median(times), unit: 'ms', goal: '<= 200', judges: 'value' })
}
