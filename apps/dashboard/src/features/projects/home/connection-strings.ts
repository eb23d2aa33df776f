import type { DatabaseEntry } from '@colonnade/contracts'

/** Stands where the password goes as long as it is not known. */
export const passwordPlaceholder = '[YOUR-PASSWORD]'

type Target = Pick<DatabaseEntry, 'db_host' | 'db_port' | 'db_name' | 'db_user'>

export interface ConnectionString {
  readonly id: string
  readonly label: string
  readonly text: string
}

/** How to connect with each kind of client (spec §2's types). */
export function connectionStrings(target: Target, password: string | null): ConnectionString[] {
  const { db_host: host, db_port: port, db_name: name, db_user: user } = target
  const inUri = password === null ? passwordPlaceholder : encode(password)
  const plain = password ?? passwordPlaceholder
  const uri = `postgresql://${user}:${inUri}@${hostInUri(host)}:${port}/${name}`
  const env = [`user=${user}`, `password=${plain}`, `host=${host}`, `port=${port}`, `dbname=${name}`].join('\n')
  return [
    { id: 'uri', label: 'URI', text: uri },
    { id: 'psql', label: 'PSQL', text: `psql ${shellQuote(uri)}` },
    { id: 'go', label: 'Golang', text: `DATABASE_URL=${uri}` },
    { id: 'jdbc', label: 'JDBC', text: `jdbc:postgresql://${hostInUri(host)}:${port}/${name}?user=${user}&password=${inUri}` },
    { id: 'dotnet', label: '.NET', text: `Host=${host};Port=${port};Database=${name};Username=${user};Password=${adoQuote(plain)}` },
    { id: 'node', label: 'Node.js', text: `DATABASE_URL=${uri}` },
    { id: 'php', label: 'PHP', text: `pgsql:host=${host};port=${port};dbname=${name};user=${user};password=${plain}` },
    { id: 'python', label: 'Python', text: env },
    { id: 'sqlalchemy', label: 'SQLAlchemy', text: `postgresql+psycopg://${user}:${inUri}@${hostInUri(host)}:${port}/${name}` },
  ]
}

/** Also what encodeURIComponent leaves alone, so that the address survives single quotes in a shell. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

function hostInUri(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function shellQuote(text: string): string {
  return `'${text}'`
}

/** ADO.NET takes a value with special characters in double quotes. */
function adoQuote(text: string): string {
  return /[;"'=\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
