import type { Database, Queryable, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export type RequestKind = 'password_reset' | 'sign_up'

/** Stores a stranger's request for mail. Looks nothing up, so that neither the response nor its timing reveals whether the account exists. */
export async function noteRequest(db: Queryable, kind: RequestKind, email: string): Promise<void> {
  await db.run(sql`insert into mail_requests (kind, email) values (${kind}, ${email})`)
}

export type Answers = Readonly<Record<RequestKind, (tx: Transaction, email: string) => Promise<void>>>

/** Turns requests into mail, each in one transaction with its outcome. */
export async function answerRequests(database: Database, answers: Answers): Promise<void> {
  const answerNext = async (tx: Transaction): Promise<boolean> => {
    const request = await tx.first<{ kind: RequestKind; email: string }>(sql`
      delete from mail_requests where id = (select id from mail_requests order by created_at limit 1 for update skip locked) returning kind, email`)
    if (request) await answers[request.kind](tx, request.email)
    return request !== undefined
  }
  while (await database.transaction(answerNext));
}
