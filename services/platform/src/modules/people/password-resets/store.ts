import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

interface User {
  readonly id: string
  readonly email: string
  readonly username: string
}

export function findUser(db: Queryable, email: string): Promise<User | undefined> {
  return db.first<User>(sql`select id, email, username from users where lower(email) = ${email}`)
}

/** Not when the account has got another address since the link was mailed. */
export function replacePassword(db: Queryable, id: string, email: string, passwordHash: string): Promise<User | undefined> {
  return db.first<User>(sql`
    update users set password_hash = ${passwordHash} where id = ${id} and email = ${email} returning id, email, username`)
}

/** How many there were. */
export function deleteSessions(db: Queryable, userId: string): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId}`)
}
