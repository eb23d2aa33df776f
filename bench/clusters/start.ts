import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, median, timed } from '../parts/measure.ts'

const rounds = 5
const root = join(import.meta.dirname, '..', '..')

/** From typing `npm start`, when everything is installed and built and the home exists, to the sign-in page being served. */
export const bench: Bench = async (report) => {
  const home = await mkdtemp(join(tmpdir(), 'colonnade-bench-'))
  const port = await freePort()
  const samples: number[] = []
  try {
    // the first one may install, build and make the template
    for (let round = 0; round <= rounds; round += 1) {
      let npm: ChildProcess | undefined
      const ms = await timed(async () => {
        npm = spawn('npm', ['start'], {
          cwd: root,
          stdio: 'ignore',
          detached: true,
          env: { ...process.env, COLONNADE_HOME: home, PORT: String(port), COLONNADE_POOL_SIZE: '0' },
        })
        await untilServed(`http://127.0.0.1:${port}/sign-in`)
      })
      if (round > 0) samples.push(ms)
      // as Ctrl+C does, which reaches the whole group
      process.kill(-npm!.pid!, 'SIGINT')
      await once(npm!, 'exit')
    }
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 20 })
  }
  report({ figure: 'second npm start to the sign-in page', value: median(samples) / 1000, unit: 's', goal: '<= 3', judges: 'value' })
}

async function untilServed(url: string): Promise<void> {
  for (;;) {
    const page = await fetch(url).then(
      (response) => (response.ok ? response.text() : ''),
      () => '',
    )
    if (page.includes('<script')) return
    await sleep(10)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
