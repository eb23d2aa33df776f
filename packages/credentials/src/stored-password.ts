import { createDecipheriv, createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import { hash as hashBcrypt, verify as verifyBcrypt } from '@node-rs/bcrypt'
import { inHashingTurn } from './hashing-turns.ts'

/** What GoTrue writes (`bcrypt.DefaultCost`), so that hashes move both ways. */
const bcryptCost = 10
const bcryptOptions = { cost: bcryptCost, version: '2a' } as const
/** bcrypt takes no notice of what comes after. */
export const bcryptBytesMost = 72

/** Work beyond these is refused: a hash that somebody imported decides what checking it costs. */
const most = { bcryptCost: 14, pbkdf2Rounds: 1_000_000, scryptMemoryBytes: 256 * 1024 * 1024 } as const

export interface StoredPassword {
  readonly matches: boolean
  /** The hash doesn't use the current algorithm or parameters: hash the password again while it's at hand. */
  readonly isOutdated: boolean
}

const derivePbkdf2 = promisify(pbkdf2)
const deriveScrypt = promisify<Buffer, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/**
 * Hashes a password of a project's user: `$2a$10$…`. `owner`: the project, for its turn.
 *
 * @throws AppError `unavailable` as `inHashingTurn`
 */
export function hashForStore(owner: string, password: string): Promise<string> {
  return inHashingTurn(owner, () => hashBcrypt(password, bcryptOptions))
}

let dummy: Promise<string> | undefined

/**
 * Checks a password against a hash in any format that common exports use: bcrypt, argon2i and argon2id, Firebase's scrypt (`$fbscrypt$`),
 * PBKDF2 and scrypt in PHC format. Does as much work without a hash (no such user, no password), so that the response time reveals nothing.
 *
 * @throws AppError `unavailable` as `inHashingTurn`
 */
export function verifyStored(owner: string, password: string, stored: string | null): Promise<StoredPassword> {
  return inHashingTurn(owner, async () => {
    const form = stored === null ? null : readHash(stored)
    if (stored === null || form === null) {
      dummy ??= hashBcrypt('the password of nobody', bcryptOptions)
      await verifyBcrypt(password, await dummy)
      return { matches: false, isOutdated: false }
    }
    return { matches: await form.verify(password).catch(() => false), isOutdated: form.isOutdated }
  })
}

/** Whether a hash is of a form that can be checked, and costs no more than it may. */
export function isUsableHash(stored: string): boolean {
  return readHash(stored) !== null
}

interface HashForm {
  readonly isOutdated: boolean
  verify(password: string): Promise<boolean>
}

function readHash(stored: string): HashForm | null {
  for (const read of forms) {
    const form = read(stored)
    if (form !== null) return form
  }
  return null
}

const forms: readonly ((stored: string) => HashForm | null)[] = [readBcrypt, readArgon2, readFirebase, readPbkdf2, readScrypt]

function readBcrypt(stored: string): HashForm | null {
  const found = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored)
  if (found === null || Number(found[1]) > most.bcryptCost) return null
  return { isOutdated: Number(found[1]) < bcryptCost, verify: (password) => verifyBcrypt(password, stored) }
}

function readArgon2(stored: string): HashForm | null {
  const found = /^\$argon2i?d?\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})(?:,[a-z]+=[A-Za-z0-9+/]+)*\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/.exec(stored)
  if (found === null || Number(found[1]) * 1024 > most.scryptMemoryBytes) return null
  return { isOutdated: true, verify: (password) => verifyArgon2(stored, password) }
}

/** Firebase's own scrypt: the derived key encrypts the project's signer key, and that is the hash (github.com/firebase/scrypt). */
function readFirebase(stored: string): HashForm | null {
  const found = /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,ss=([A-Za-z0-9+/=]+))?,sk=([A-Za-z0-9+/=]+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (found === null) return null
  const [n, r, p] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const [separator, signerKey, salt, hash] = [found[4] ?? '', found[5]!, found[6]!, found[7]!].map((text) => Buffer.from(text, 'base64')) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  const options = scryptOptions(2 ** n, r, p)
  if (options === null) return null
  return {
    isOutdated: true,
    async verify(password) {
      const key = await deriveScrypt(Buffer.from(password), Buffer.concat([salt, separator]), 32, options)
      const cipher = createDecipheriv('aes-256-ctr', key, Buffer.alloc(16))
      // CTR mode: encrypting and decrypting are one operation
      return equal(Buffer.concat([cipher.update(signerKey), cipher.final()]), hash)
    },
  }
}

function readPbkdf2(stored: string): HashForm | null {
  const found = /^\$pbkdf2-(sha1|sha256|sha512)\$i=(\d{1,8})(?:,l=\d+)?\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/.exec(stored)
  if (found === null || Number(found[2]) > most.pbkdf2Rounds) return null
  const [salt, hash] = [Buffer.from(found[3]!, 'base64'), Buffer.from(found[4]!, 'base64')]
  return {
    isOutdated: true,
    verify: async (password) => equal(await derivePbkdf2(Buffer.from(password), salt, Number(found[2]), hash.length, found[1]!), hash),
  }
}

function readScrypt(stored: string): HashForm | null {
  const found = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/.exec(stored)
  if (found === null) return null
  const options = scryptOptions(2 ** Number(found[1]), Number(found[2]), Number(found[3]))
  const [salt, hash] = [Buffer.from(found[4]!, 'base64'), Buffer.from(found[5]!, 'base64')]
  if (options === null) return null
  return { isOutdated: true, verify: async (password) => equal(await deriveScrypt(Buffer.from(password), salt, hash.length, options), hash) }
}

function scryptOptions(N: number, r: number, p: number): { N: number; r: number; p: number; maxmem: number } | null {
  const bytes = 128 * N * r * Math.max(p, 1)
  return bytes > most.scryptMemoryBytes ? null : { N, r, p, maxmem: bytes + 32 * 1024 * 1024 }
}

/** Compares digests, so that neither length nor place of a difference shows in the time. */
function equal(one: Buffer, other: Buffer): boolean {
  const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
  return timingSafeEqual(digest(one), digest(other))
}
