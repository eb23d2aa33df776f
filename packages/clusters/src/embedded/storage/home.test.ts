import { chmod, lstat, mkdir, mkdtemp, readlink, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareHome } from './home.ts'

let folder: string
let elsewhere: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'colonnade-home-')))
  await chmod(folder, 0o755)
  elsewhere = join(folder, 'elsewhere')
  await mkdir(join(folder, 'closed'), { mode: 0o700 })
})
afterEach(() => rm(folder, { recursive: true }))

test("an ordinary user's home is made, private, and making it again changes nothing", async () => {
  const home = join(folder, 'closed', 'a', 'home')
  expect(await prepareHome(home, { isRoot: false })).toBe(home)
  expect((await stat(home)).mode & 0o777).toBe(0o700)
  expect(await prepareHome(home, { isRoot: false })).toBe(home)
})

test("root's home can be passed through by others", async () => {
  const home = join(folder, 'home')
  expect(await prepareHome(home, { isRoot: true, elsewhere })).toBe(home)
  expect((await stat(home)).mode & 0o777).toBe(0o711)
})

test('under root a home that others could not reach becomes a link to a place that they can', async () => {
  const home = join(folder, 'closed', 'home')
  const real = await prepareHome(home, { isRoot: true, elsewhere })
  expect(dirname(real)).toBe(elsewhere)
  expect(await readlink(home)).toBe(real)
  expect(await prepareHome(home, { isRoot: true, elsewhere })).toBe(real)
})

test('an empty folder gives way to the link, a lost target is made anew', async () => {
  const home = join(folder, 'closed', 'home')
  await mkdir(home)
  const real = await prepareHome(home, { isRoot: true, elsewhere })
  expect((await lstat(home)).isSymbolicLink()).toBe(true)
  await rm(real, { recursive: true })
  const fresh = await prepareHome(home, { isRoot: true, elsewhere })
  expect(fresh).not.toBe(real)
  expect((await stat(fresh)).isDirectory()).toBe(true)
})

test('a home with something in it is not moved: the message names the folder that is closed', async () => {
  const home = join(folder, 'closed', 'home')
  await mkdir(home)
  await writeFile(join(home, 'mine'), '')
  const refusal = prepareHome(home, { isRoot: true, elsewhere })
  await expect(refusal).rejects.toMatchObject({ code: 'home_unusable', details: { folder: join(folder, 'closed') } })
  await expect(refusal).rejects.toThrow(/COLONNADE_HOME/)
})

test.each([
  ['a file', 'file'],
  ['below a file', 'file/home'],
  ['a circle of links', 'circle'],
])('a home that is %s is refused with words', async (_what, path) => {
  await writeFile(join(folder, 'file'), '')
  await symlink('circle', join(folder, 'circle'))
  await expect(prepareHome(join(folder, path), { isRoot: false })).rejects.toMatchObject({ code: 'home_unusable' })
  await expect(prepareHome(join(folder, path), { isRoot: true, elsewhere })).rejects.toMatchObject({ code: 'home_unusable' })
})

test.skipIf(process.platform !== 'linux')('a place that takes no folders is refused with words', async () => {
  await expect(prepareHome('/proc/colonnade/home')).rejects.toMatchObject({
    code: expect.stringMatching(/^(home_unusable|storage_read_only)$/) as string,
  })
})
