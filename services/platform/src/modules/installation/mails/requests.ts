import type { Database, Queryable, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export type RequestKind = 'password_reset' | 'sign_up'

/** Notes that a stranger wants mail at an address. Nothing is looked up here: whether there is such an account shows in no answer and no time. */
export async function noteRequest(db: Queryable, kind: RequestKind, email: string): Promise<void> {
  await db.run(sql`insert into mail_requests (kind, email) values (${kind}, ${email})`)
}

export type Answers = Readonly<Record<RequestKind, (tx: Transaction, email: string) => Promise<void>>>

/** Turns what was asked for into mail, each request in one transaction with its answer. */
export async function answerRequests(database: Database, answers: Answers): Promise<void> {
  const answerNext = async (tx: Transaction): Promise<boolean> => {
    const request = await tx.first<{ kind: RequestKind; email: string }>(sql`
      delete from mail_requests where id = (select id from mail_requests order by created_at limit 1 for update skip locked) returning kind, email`)
    if (request) await answers[request.kind](tx, request.email)
    return request !== undefined
  }
  while (await database.transaction(answerNext));
}
