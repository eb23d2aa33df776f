import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { behindVeil, canVeil } from './veil.ts'

// who may enter a folder of mode 0700 as ourselves may not as anybody else: the tests are an ordinary user then
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const execute = promisify(execFile)
let home: string
let secret: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'colonnade-veil-'))
  secret = join(home, 'platform')
  await mkdir(secret)
  await writeFile(join(secret, 'master.key'), 'key')
  await execute('chmod', ['-R', 'a+rX', home])
})
afterAll(() => rm(home, { recursive: true }))

const run = async (script: string, pid = process.pid): Promise<string> => {
  const [program, ...args] = behindVeil([secret], ['sh', '-c', script, 'sh', secret, String(pid)])
  return (await execute(program, args, { ...ordinary, cwd: '/' })).stdout.trim()
}

test('a server sees nothing of what is hidden from it, and can not uncover it', async (context) => {
  context.skip(!(await canVeil([secret])), 'no namespaces here')
  expect(await run('cat "$1/master.key" 2>&1; ls "$1" 2>&1; id -u')).toMatch(/Permission denied\n.*Permission denied\n\d+$/)
  expect(await run('umount "$1" 2>&1; cat "$1/master.key" 2>&1 || true')).toMatch(/Permission denied$/)
  expect(await run('unshare --user --map-root-user --mount sh -c \'umount "$1"; cat "$1/master.key"\' sh "$1" 2>&1 || true')).not.toContain('key\n')
  // nor what is in the memory of another process of the same user, such as the platform
  const platform = spawn('sleep', ['60'], { ...ordinary, env: { PATH: process.env['PATH'], KEY: 'secret' } })
  const reading = 'cat /proc/$2/environ 2>&1 || true'
  try {
    const seen = await execute('sh', ['-c', reading, 'sh', '', String(platform.pid)], { ...ordinary, cwd: '/' })
    expect(seen.stdout).toContain('KEY=secret')
    expect(await run(reading, platform.pid)).toContain('Permission denied')
  } finally {
    platform.kill()
  }
})

test('without anything to hide the program is run as it is', () => {
  expect(behindVeil([], ['postgres', '-D', 'x'])).toEqual(['postgres', '-D', 'x'])
})
