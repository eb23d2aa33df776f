import { spawn } from 'node:child_process'

/** Waits before a server that died is started again; the last one repeats. */
const delaysMs = [1_000, 2_000, 5_000, 15_000, 60_000]
/** One that ran for so long may be started at once when it dies. */
const steadyMs = 10 * 60_000

/**
 * Runs a server and starts it again when it dies, until it is told to stop. One that never came up is not started again, nor is one that
 * says that another start won't help.
 *
 * The server says `{ state: 'up' }` once it runs, and `{ state: 'closed' }` before it ends for a reason that will last.
 */
export function supervise(program, args, { say = console.error, delays = delaysMs } = {}) {
  // the machine's own Node runs this, which may be 20: it has no Promise.withResolvers
  let resolve
  const ended = new Promise((settle) => (resolve = settle))
  let server
  let waiting
  let deaths = 0
  let hasBeenUp = false
  let isStopping = false

  const start = () => {
    let isClosed = false
    const startedAt = performance.now()
    server = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    server.on('message', ({ state }) => {
      if (state === 'up') hasBeenUp = true
      if (state === 'closed') isClosed = true
    })
    server.on('error', (error) => {
      say(`\n  Colonnade's server could not be started: ${error.message}\n`)
      resolve(1)
    })
    server.on('exit', (code, signal) => {
      server = undefined
      if (code === 0 || isStopping || isClosed || !hasBeenUp) return resolve(code ?? (isStopping ? 0 : 1))
      if (performance.now() - startedAt > steadyMs) deaths = 0
      const delay = delays[Math.min(deaths, delays.length - 1)]
      deaths += 1
      say(`\n  Colonnade's server process died (${signal ?? `exit code ${code}`}). Restarting it in ${delay / 1_000} s …\n`)
      waiting = setTimeout(start, delay)
    })
  }
  start()
  return {
    stop(signal) {
      isStopping = true
      if (server !== undefined) return void server.kill(signal)
      clearTimeout(waiting)
      say('\n  Stopped while the server was down. Its database servers may still run: npm start takes them over.\n')
      resolve(1)
    },
    ended,
  }
}
