import { envFile, only } from '../guide.ts'
import { migrationVariable, ormEnvironment, type OrmGuide, type OrmParameters } from './orm-guide.ts'

/** Migrations prepare statements and keep locks, so they go past the transaction pooler. */
export const prisma: OrmGuide = {
  id: 'prisma',
  label: 'Prisma',
  docs: 'https://www.prisma.io/docs/orm',
  install: ['npm install prisma tsx --save-dev', 'npm install @prisma/client @prisma/adapter-pg dotenv'],
  run: 'npx prisma migrate dev --name init && npx tsx src/index.ts',
  variants: only<OrmParameters>((parameters) => [
    envFile('.env', ormEnvironment(parameters)),
    {
      name: 'prisma.config.ts',
      language: 'c-like',
      text: `import 'dotenv/config'
import { defineConfig, env } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: env('${migrationVariable(parameters)}') },
})`,
    },
    {
      name: 'prisma/schema.prisma',
      language: 'c-like',
      text: `generator client {
  provider = "prisma-client"
  output   = "../src/generated/prisma"
}

datasource db {
  provider = "postgresql"
}

model Todo {
  id   Int    @id @default(autoincrement())
  name String

  @@map("todos")
}`,
    },
    {
      name: 'src/database.ts',
      language: 'c-like',
      text: `import 'dotenv/config'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/prisma/client'

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL })

export const database = new PrismaClient({ adapter })`,
    },
    {
      name: 'src/index.ts',
      language: 'c-like',
      text: `import { database } from './database'

async function main() {
  await database.todo.create({ data: { name: 'Connect' } })
  console.log(await database.todo.findMany())
  await database.$disconnect()
}

void main()`,
    },
  ]),
}
