/** Where a text says a database is. */
export interface Parsed {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** null where the text leaves it to be asked for. */
  readonly password: string | null
}

/** Each way to write an address, read strictly by its own rules: anything that the rules do not have is an error. */
export const parsers: Readonly<Record<string, (text: string) => Parsed>> = {
  URI: parseUri,
  PSQL: parsePsql,
  Golang: (text) => parseUri(valueOf(text, 'DATABASE_URL')),
  JDBC: parseJdbc,
  '.NET': parseAdo,
  'Node.js': (text) => parseUri(valueOf(text, 'DATABASE_URL')),
  PHP: parsePdo,
  Python: (text) => parseUri(valueOf(text, 'DATABASE_URL')),
  SQLAlchemy: (text) => parseUri(valueOf(text, 'DATABASE_URL'), 'postgresql+psycopg'),
}

/** The value of a name in a file for the environment, one that no reader of such files could take for something else. */
export function valueOf(file: string, name: string): string {
  const found = file.split('\n').filter((line) => line.startsWith(`${name}=`))
  if (found.length !== 1) throw new Error(`${name} stands ${found.length} times in ${file}`)
  const value = found[0]!.slice(name.length + 1)
  if (/["'`\\\s#$]/.test(value)) throw new Error(`A value that needs quotes: ${value}`)
  return value
}

/** RFC 3986, with the parts that libpq, Go, node-postgres and SQLAlchemy agree on. */
function parseUri(text: string, scheme = 'postgresql'): Parsed {
  const part = String.raw`(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+`
  const host = String.raw`[A-Za-z0-9.-]+|\[[0-9a-f:.]+\]`
  const [, user, password, place, port, database] =
    new RegExp(`^${scheme.replace('+', String.raw`\+`)}://(${part}):(${part})@(${host}):(\\d+)/(${part})$`).exec(text) ?? refuse(text)
  return {
    host: place!.replace(/^\[|\]$/g, ''),
    port: Number(port),
    user: decodeURIComponent(user!),
    password: decodeURIComponent(password!),
    database: decodeURIComponent(database!),
  }
}

/** A command line, split as a POSIX shell splits it, and psql's short options. */
function parsePsql(text: string): Parsed {
  const [program, ...options] = [...text.matchAll(/(?:[^\s'"\\$`;&|<>(){}*?[\]#~]|'[^']*'|\\')+|(\S)/g)].map(([word, stray]) =>
    stray === undefined ? word.replace(/'([^']*)'|\\(')/g, (_, quoted?: string, quote?: string) => quoted ?? quote!) : refuse(text),
  )
  if (program !== 'psql' || options.length % 2 !== 0) refuse(text)
  const values = new Map(options.flatMap((option, index) => (index % 2 === 0 ? [[option, options[index + 1]!] as const] : [])))
  const take = (option: string) => values.get(option) ?? refuse(text)
  if (values.size !== 4) refuse(text)
  return { host: take('-h'), port: Number(take('-p')), database: take('-d'), user: take('-U'), password: null }
}

/** The driver decodes parameters as forms do: a plus is a space. */
function parseJdbc(text: string): Parsed {
  const [, host, port, database, query] = /^jdbc:postgresql:\/\/([A-Za-z0-9.-]+|\[[0-9a-f:.]+\]):(\d+)\/([^?/]+)\?(\S+)$/.exec(text) ?? refuse(text)
  const parameters = new Map(
    query!.split('&').map((pair) => {
      const [name, value, ...more] = pair.split('=').map((side) => decodeURIComponent(side.replaceAll('+', ' ')))
      return more.length > 0 || value === undefined ? refuse(text) : ([name!, value] as const)
    }),
  )
  return {
    host: host!.replace(/^\[|\]$/g, ''),
    port: Number(port),
    database: decodeURIComponent(database!),
    user: parameters.get('user') ?? refuse(text),
    password: parameters.get('password') ?? refuse(text),
  }
}

/** Names and values between semicolons; a value in double quotes has its own doubled. */
function parseAdo(text: string): Parsed {
  const values = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    const [whole, name, quoted, bare] = /^([A-Za-z ]+)=(?:"((?:[^"]|"")*)"|([^;"'=\s]+))(?:;|$)/.exec(rest) ?? refuse(text)
    values.set(name!, bare ?? quoted!.replaceAll('""', '"'))
    rest = rest.slice(whole.length)
  }
  const take = (name: string) => values.get(name) ?? refuse(text)
  return { host: take('Host'), port: Number(take('Port')), database: take('Database'), user: take('Username'), password: take('Password') }
}

/** A statement with three texts in single quotes; the first is a libpq keyword string once its semicolons are spaces. */
function parsePdo(text: string): Parsed {
  const quoted = String.raw`'((?:[^'\\]|\\['\\])*)'`
  const matched = new RegExp(`^\\$database = new PDO\\(${quoted}, ${quoted}, ${quoted}\\);$`).exec(text) ?? refuse(text)
  const [name, user, password] = matched.slice(1).map((part) => part.replace(/\\(['\\])/g, '$1'))
  if (!name!.startsWith('pgsql:')) refuse(text)
  const keywords = parseKeywords(name!.slice('pgsql:'.length).replaceAll(';', ' '))
  const take = (keyword: string) => keywords.get(keyword) ?? refuse(text)
  return { host: take('host'), port: Number(take('port')), database: take('dbname'), user: user!, password: password! }
}

/** Libpq's `keyword=value`: in single quotes where it has spaces, with a backslash before quotes and backslashes. */
function parseKeywords(text: string): Map<string, string> {
  const values = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    const [whole, name, quoted, bare] = /^\s*([a-z_]+)=(?:'((?:[^'\\]|\\.)*)'|([^\s'\\]+))/.exec(rest) ?? refuse(text)
    values.set(name!, bare ?? quoted!.replace(/\\(.)/g, '$1'))
    rest = rest.slice(whole.length).trimEnd()
  }
  return values
}

function refuse(text: string): never {
  throw new Error(`Not by the rules: ${text}`)
}
