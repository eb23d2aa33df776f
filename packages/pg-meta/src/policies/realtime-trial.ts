import { literal, sql, type SqlText, toText } from '@colonnade/sql'
import { z } from 'zod'
import { triedSqlstate } from './policy-trial.ts'
import { type Need, readPolicies, reportedPolicies, triedVariables, TriedExpression, TriedPolicy, tryExpressions, Unbound } from './tried-policies.ts'

/** What a client may do in a private channel of realtime, found out without changing anything. */

export const realtimeExtensions = ['broadcast', 'presence'] as const
export type RealtimeExtension = (typeof realtimeExtensions)[number]

export interface RealtimeTrial {
  readonly role: string
  /** Of the token that a client would bring. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly topic: string
}

export const TriedAccess = z.object({
  extension: z.enum(realtimeExtensions),
  /** Reading lets a client in, writing lets it send. */
  access: z.enum(['read', 'write']),
  /** `triedSqlstate` where the database let it happen, and of what it was refused with otherwise. */
  sqlstate: z.string(),
  message: z.string(),
  /** Rows that were seen or written. */
  rows: z.number().int().nullable(),
  expressions: z.array(TriedExpression),
})
export type TriedAccess = z.infer<typeof TriedAccess>

/** The detail of the error with which a trial ends. */
export const RealtimeTrialReport = z.object({
  /** Why no policy holds for the role; null where they do. */
  unbound: Unbound.nullable(),
  policies: z.array(TriedPolicy),
  accesses: z.array(TriedAccess),
})
export type RealtimeTrialReport = z.infer<typeof RealtimeTrialReport>

const lockTimeoutMs = 3_000
/** What the realtime service sets for its connections, so that policies see the same. */
const searchPath = 'realtime, public, extensions'

const needs: Readonly<Record<TriedAccess['access'], readonly Need[]>> = {
  read: [['SELECT', 'using', 'before']],
  write: [['INSERT', 'check', 'after']],
}

/**
 * Asks for all of it as a role with claims, as the realtime service does when a channel is joined, and takes it back at once: it always fails,
 * with `triedSqlstate` and a `RealtimeTrialReport` as its detail. Run it as the project's own user, who has what the owner of the table has.
 */
export function getRealtimeTrialSql(trial: RealtimeTrial): SqlText {
  const sub = typeof trial.claims['sub'] === 'string' ? trial.claims['sub'] : ''
  const body = sql`
declare
  wanted_role constant pg_catalog.text := ${literal(trial.role)};
  claims constant pg_catalog.text := ${literal(JSON.stringify(trial.claims))};
  user_id constant pg_catalog.text := ${literal(sub)};
  wanted_topic constant pg_catalog.text := ${literal(trial.topic)};
  needs constant pg_catalog.jsonb := ${literal(JSON.stringify(needs))};
  ${triedVariables}
  probe realtime.messages;
  extension pg_catalog.text;
  access pg_catalog.text;
  answers pg_catalog.jsonb := '[]';
  touched pg_catalog.int8;
  state pg_catalog.text;
  said pg_catalog.text;
  report pg_catalog.jsonb;
begin
  -- expressions are written in full, whatever is on a path
  perform pg_catalog.set_config('search_path', '', true), pg_catalog.set_config('lock_timeout', ${literal(String(lockTimeoutMs))}, true);
  ${readPolicies('realtime.messages')}

  foreach extension in array array['broadcast', 'presence'] loop
    probe := pg_catalog.jsonb_populate_record(null::realtime.messages, pg_catalog.jsonb_build_object('id', pg_catalog.gen_random_uuid(),
      'topic', wanted_topic, 'extension', extension, 'private', false, 'inserted_at', pg_catalog.now()::timestamp, 'updated_at', pg_catalog.now()::timestamp));
    foreach access in array array['read', 'write'] loop
      -- each expression alone
      ${tryExpressions({ needs: sql`needs -> access`, table: 'messages', row: sql`probe`, asRole })}

      -- and what the database itself says
      begin
        if access = 'read' then
          insert into realtime.messages (id, topic, extension, inserted_at) values (probe.id, probe.topic, probe.extension, probe.inserted_at);
          ${asRole}
          perform from realtime.messages m where m.id = probe.id and m.inserted_at = probe.inserted_at;
        else
          ${asRole}
          insert into realtime.messages (topic, extension) values (probe.topic, probe.extension);
        end if;
        get diagnostics touched = row_count;
        raise exception 'tried' using errcode = ${literal(triedSqlstate)}, detail = touched::pg_catalog.text;
      exception when others then
        get stacked diagnostics state = returned_sqlstate, failure = message_text, said = pg_exception_detail;
        answers := answers || pg_catalog.jsonb_build_object('extension', extension, 'access', access, 'sqlstate', state,
          'message', pg_catalog.left(failure, 1000), 'rows', case when state = ${literal(triedSqlstate)} then said::pg_catalog.int8 end,
          'expressions', expressions);
      end;
    end loop;
  end loop;

  report := pg_catalog.jsonb_build_object('unbound', unbound, 'accesses', answers, 'policies', ${reportedPolicies});
  raise exception 'tried' using errcode = ${literal(triedSqlstate)}, detail = report::pg_catalog.text;
end`
  return toText(sql`do language plpgsql ${literal(toText(body))};`)
}

/** What the service sets, until the block around it ends with an error, as it always does. The role comes last. */
const asRole = sql`perform pg_catalog.set_config('search_path', ${literal(searchPath)}, true),
            pg_catalog.set_config('realtime.topic', wanted_topic, true),
            pg_catalog.set_config('request.jwt.claims', claims, true),
            pg_catalog.set_config('request.jwt.claim.sub', user_id, true),
            pg_catalog.set_config('request.jwt.claim.role', wanted_role, true),
            pg_catalog.set_config('request.headers', '{}', true);
          perform pg_catalog.set_config('role', wanted_role, true);`
