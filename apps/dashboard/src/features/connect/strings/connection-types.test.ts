import { describe, expect, test } from 'vitest'
import type { DatabaseParameters } from '../guide.ts'
import { connectionTypes } from './connection-types.ts'

const target = { db_host: '127.0.0.1', db_port: 54400, db_name: 'postgres', db_user: 'postgres' }
const plain: DatabaseParameters = { target, password: null, isTransactionPooler: false }
const typeOf = (id: string) => connectionTypes.find((type) => type.id === id)!
const textOf = (id: string, parameters: Partial<DatabaseParameters> = {}) => typeOf(id).text({ ...plain, ...parameters })
const fileOf = (id: string, name: string, parameters: Partial<DatabaseParameters> = {}) =>
  typeOf(id)
    .files({ ...plain, ...parameters })
    .find((file) => file.name === name)!.text

test('the types are those of spec §2, in its order', () => {
  expect(connectionTypes.map(({ label }) => label)).toEqual(['URI', 'PSQL', 'Golang', 'JDBC', '.NET', 'Node.js', 'PHP', 'Python', 'SQLAlchemy'])
})

describe('without a password', () => {
  const uri = 'postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:54400/postgres'
  const texts: Readonly<Record<string, string>> = {
    uri,
    psql: 'psql -h 127.0.0.1 -p 54400 -d postgres -U postgres',
    go: `DATABASE_URL=${uri}`,
    jdbc: 'jdbc:postgresql://127.0.0.1:54400/postgres?user=postgres&password=[YOUR-PASSWORD]',
    dotnet: 'Host=127.0.0.1;Port=54400;Database=postgres;Username=postgres;Password=[YOUR-PASSWORD]',
    node: `DATABASE_URL=${uri}`,
    php: "$database = new PDO('pgsql:host=127.0.0.1;port=54400;dbname=postgres', 'postgres', '[YOUR-PASSWORD]');",
    python: `DATABASE_URL=${uri}`,
    sqlalchemy: 'DATABASE_URL=postgresql+psycopg://postgres:[YOUR-PASSWORD]@127.0.0.1:54400/postgres',
  }
  for (const { id, label } of connectionTypes) test(label, () => expect(textOf(id)).toBe(texts[id]))
})

test('where only TLS tells the project, each says that it must be spoken', () => {
  const parameters = { target: { ...target, sslmode: 'require' } as const, isTransactionPooler: true }
  const uri = 'postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:54400/postgres?'
  expect(textOf('uri', parameters)).toBe(`${uri}sslmode=require`)
  expect(textOf('go', parameters)).toBe(`DATABASE_URL=${uri}sslmode=require&default_query_exec_mode=exec`)
  expect(textOf('node', parameters)).toBe(`DATABASE_URL=${uri}uselibpqcompat=true&sslmode=require`)
  expect(textOf('jdbc', parameters)).toContain('&sslmode=require&')
  expect(textOf('dotnet', parameters)).toContain(';SSL Mode=Require;')
  expect(textOf('php', parameters)).toContain(';sslmode=require')
})

describe('a password with every kind of symbol', () => {
  const password = `p@ss/w:o?r#d'";\\$%&`
  const encoded = 'p%40ss%2Fw%3Ao%3Fr%23d%27%22%3B%5C%24%25%26'
  const texts: Readonly<Record<string, string>> = {
    uri: `postgresql://postgres:${encoded}@127.0.0.1:54400/postgres`,
    psql: 'psql -h 127.0.0.1 -p 54400 -d postgres -U postgres',
    go: `DATABASE_URL=postgresql://postgres:${encoded}@127.0.0.1:54400/postgres`,
    jdbc: `jdbc:postgresql://127.0.0.1:54400/postgres?user=postgres&password=${encoded}`,
    dotnet: `Host=127.0.0.1;Port=54400;Database=postgres;Username=postgres;Password="p@ss/w:o?r#d'"";\\$%&"`,
    node: `DATABASE_URL=postgresql://postgres:${encoded}@127.0.0.1:54400/postgres`,
    php: String.raw`$database = new PDO('pgsql:host=127.0.0.1;port=54400;dbname=postgres', 'postgres', 'p@ss/w:o?r#d\'";\\$%&');`,
    python: `DATABASE_URL=postgresql://postgres:${encoded}@127.0.0.1:54400/postgres`,
    sqlalchemy: `DATABASE_URL=postgresql+psycopg://postgres:${encoded}@127.0.0.1:54400/postgres`,
  }
  for (const { id, label } of connectionTypes) test(label, () => expect(textOf(id, { password })).toBe(texts[id]))
})

describe('hosts and names', () => {
  const six = { ...target, db_host: '2001:db8::7' }
  test('an IPv6 host is in brackets where an address needs them, and bare where it is a value', () => {
    expect(textOf('uri', { target: six })).toContain('@[2001:db8::7]:54400/')
    expect(textOf('jdbc', { target: six })).toContain('//[2001:db8::7]:54400/')
    expect(textOf('psql', { target: six })).toBe('psql -h 2001:db8::7 -p 54400 -d postgres -U postgres')
    expect(textOf('dotnet', { target: six })).toContain('Host=2001:db8::7;')
    expect(textOf('php', { target: six })).toContain('host=2001:db8::7;')
  })

  test('names with spaces and quotes stay one name', () => {
    const odd = { ...target, db_name: `my 'shop'`, db_user: 'a b' }
    expect(textOf('psql', { target: odd })).toBe(String.raw`psql -h 127.0.0.1 -p 54400 -d 'my '\''shop'\''' -U 'a b'`)
    expect(textOf('uri', { target: odd })).toContain('postgresql://a%20b:')
    expect(textOf('dotnet', { target: odd })).toContain(`Database="my 'shop'";Username="a b"`)
    expect(textOf('php', { target: odd })).toContain(String.raw`dbname=\'my \\\'shop\\\'\'', 'a b'`)
  })
})

describe('through the transaction pooler nothing is prepared', () => {
  const pooled = { isTransactionPooler: true }
  test('Golang', () => expect(textOf('go', pooled)).toContain('/postgres?default_query_exec_mode=exec'))
  test('JDBC', () => expect(textOf('jdbc', pooled)).toMatch(/&prepareThreshold=0$/))
  test('.NET', () => expect(textOf('dotnet', pooled)).toMatch(/;No Reset On Close=true$/))
  test('PHP', () => expect(fileOf('php', 'index.php', pooled)).toContain('PDO::ATTR_EMULATE_PREPARES, true'))
  test('Python', () => expect(fileOf('python', 'main.py', pooled)).toContain('prepare_threshold=None'))
  test('SQLAlchemy', () => expect(fileOf('sqlalchemy', 'main.py', pooled)).toContain('"prepare_threshold": None'))
  test('and without it nothing of that is said', () => {
    for (const type of connectionTypes) {
      const all = [type.text(plain), ...type.files(plain).map(({ text }) => text)].join('\n')
      expect(all).not.toMatch(/prepare|exec_mode|No Reset/i)
    }
  })
})

test('the files of a type carry the text that stands above them', () => {
  for (const { id, text, files } of connectionTypes) {
    const all = files(plain).map((file) => file.text)
    if (all.length > 0) expect(all.join('\n'), id).toContain(text(plain))
  }
})

test('a hostile password can not leave the JSON of .NET', () => {
  const password = `"},"x":{"y":"\\`
  const settings = JSON.parse(fileOf('dotnet', 'appsettings.json', { password })) as { ConnectionStrings: { Database: string } }
  expect(settings.ConnectionStrings.Database).toBe(textOf('dotnet', { password }))
})
