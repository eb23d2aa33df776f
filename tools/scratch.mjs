import { accessSync, chmodSync, constants, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'colonnade-tests-'
const neededBytes = 6 * 1024 ** 3

/**
 * A folder for what tests write, in memory where the machine has enough of it: hundreds of clusters that live for seconds need not reach a
 * disk. Undefined where they have to. It goes with this process, or with the next one's start.
 */
export function makeScratch() {
  try {
    for (const name of readdirSync(memory)) if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length)))) remove(join(memory, name))
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < neededBytes || freemem() < neededBytes) return undefined
    const folder = join(memory, prefix + process.pid)
    mkdirSync(folder)
    process.on('exit', () => remove(folder))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
    // clusters run under other users than root, so all of them may pass; the mode of mkdir is cut by the umask
    chmodSync(folder, 0o1777)
    const program = join(folder, 'program')
    writeFileSync(program, '', { mode: 0o755 })
    // refused where programs may not be run from there
    accessSync(program, constants.X_OK)
    return folder
  } catch {
    return undefined
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}
