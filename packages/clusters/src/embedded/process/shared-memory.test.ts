import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { releaseSharedMemory } from './shared-memory.ts'

const account = { uid: 1_899_990_001, gid: 1_899_990_001 }

/** As a server writes it: its segments, and how often each is in use, and one. */
function listOf(segments: readonly (readonly [number, number])[], magic = 0x9a503d32): Buffer {
  const list = Buffer.alloc(16 + 40 * 10)
  list.writeUInt32LE(magic, 0)
  list.writeUInt32LE(segments.length, 4)
  list.writeUInt32LE(10, 8)
  for (const [index, [name, uses]] of segments.entries()) {
    list.writeUInt32LE(name, 16 + 40 * index)
    list.writeUInt32LE(uses, 20 + 40 * index)
  }
  return list
}

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'while another server of an owner runs, only what a dead one has listed is removed; afterwards all of it',
  async () => {
    const shared = await mkdtemp(join(tmpdir(), 'colonnade-shared-'))
    const other = spawn('sleep', ['60'], account)
    try {
      const files: Record<string, Buffer> = {
        'PostgreSQL.1': listOf([
          [2, 3],
          [3, 1],
          [4, 2],
        ]),
        'PostgreSQL.2': Buffer.alloc(4096),
        'PostgreSQL.3': Buffer.alloc(4096),
        'PostgreSQL.4': Buffer.alloc(4096),
        'PostgreSQL.5': Buffer.alloc(4096),
        'PostgreSQL.6': listOf([[5, 2]], 0),
        'another.7': listOf([[5, 2]]),
      }
      for (const [name, content] of Object.entries(files)) {
        await writeFile(join(shared, name), content)
        if (name !== 'PostgreSQL.4') await chown(join(shared, name), account.uid, account.gid)
      }
      await releaseSharedMemory(shared, account, shared)
      expect((await readdir(shared)).toSorted()).toEqual(['PostgreSQL.3', 'PostgreSQL.4', 'PostgreSQL.5', 'PostgreSQL.6', 'another.7'])
      other.kill('SIGKILL')
      await once(other, 'exit')
      await releaseSharedMemory(shared, account, shared)
      expect((await readdir(shared)).toSorted()).toEqual(['PostgreSQL.4', 'another.7'])
    } finally {
      other.kill('SIGKILL')
      await rm(shared, { recursive: true })
    }
  },
)
