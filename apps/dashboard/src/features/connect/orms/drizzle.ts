import { envFile, only } from '../guide.ts'
import { migrationVariable, ormEnvironment, type OrmGuide, type OrmParameters } from './orm-guide.ts'

export const drizzle: OrmGuide = {
  id: 'drizzle',
  label: 'Drizzle',
  docs: 'https://orm.drizzle.team/docs/get-started-postgresql',
  install: ['npm install drizzle-orm pg dotenv', 'npm install drizzle-kit tsx @types/pg --save-dev'],
  run: 'npx drizzle-kit push && npx tsx src/index.ts',
  variants: only<OrmParameters>((parameters) => [
    envFile('.env', ormEnvironment(parameters)),
    {
      name: 'drizzle.config.ts',
      language: 'c-like',
      text: `import 'dotenv/config'
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  schema: './src/schema.ts',
  out: './drizzle',
  dialect: 'postgresql',
  dbCredentials: { url: process.env.${migrationVariable(parameters)}! },
})`,
    },
    {
      name: 'src/schema.ts',
      language: 'c-like',
      text: `import { integer, pgTable, text } from 'drizzle-orm/pg-core'

export const todos = pgTable('todos', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
})`,
    },
    {
      name: 'src/database.ts',
      language: 'c-like',
      text: `import 'dotenv/config'
import { drizzle } from 'drizzle-orm/node-postgres'

export const database = drizzle(process.env.DATABASE_URL!)`,
    },
    {
      name: 'src/index.ts',
      language: 'c-like',
      text: `import { database } from './database'
import { todos } from './schema'

async function main() {
  await database.insert(todos).values({ name: 'Connect' })
  console.log(await database.select().from(todos))
  await database.$client.end()
}

void main()`,
    },
  ]),
}
