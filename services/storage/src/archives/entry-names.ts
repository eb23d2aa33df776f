/** What programs that unpack take for the way to another folder, and what no file system takes. */
// eslint-disable-next-line no-control-regex
const unsafe = /[\\:\u0000-\u001f\u007f-\u009f]/g

/** Gives each file of an archive a path that stays within the folder it is unpacked to, and that no other one has. */
export class EntryNames {
  readonly #taken = new Set<string>()
  /** The last number that a path got. */
  readonly #numbers = new Map<string, number>()
  readonly #folders = new Set<string>()

  /** @param names of all files to come: a file that is called like a folder of another one has to give way */
  constructor(names: Iterable<string>) {
    for (const name of names) {
      const parts = safeParts(name)
      for (let depth = 1; depth < parts.length; depth += 1) this.#folders.add(parts.slice(0, depth).join('/'))
    }
  }

  /** The path of a file: its name where that is safe and free, with a number otherwise. */
  file(name: string): string {
    const path = safeParts(name).join('/')
    let free = path
    while (this.#taken.has(free) || this.#folders.has(free)) {
      const number = (this.#numbers.get(path) ?? 1) + 1
      this.#numbers.set(path, number)
      free = numbered(path, number)
    }
    this.#taken.add(free)
    return free
  }

  /** The path of a folder that has no files, with a slash at its end. */
  folder(name: string): string {
    return `${safeParts(name).join('/')}/`
  }
}

/** Rows that SQL wrote may have any name. */
function safeParts(name: string): string[] {
  const parts = name
    .toWellFormed()
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (/^\.+$/.test(part) ? '_'.repeat(part.length) : part.replaceAll(unsafe, '_')))
  return parts.length === 0 ? ['_'] : parts
}

/** `a/photo.jpg` → `a/photo (2).jpg` */
function numbered(path: string, number: number): string {
  const [, stem, ending = ''] = /^(.*?[^/])(\.[^./]*)?$/s.exec(path)!
  return `${stem} (${number})${ending}`
}
