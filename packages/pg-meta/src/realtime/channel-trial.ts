import { literal, sql, type SqlText, toText } from '@colonnade/sql'
import { z } from 'zod'
import { triedSqlstate } from '../policies/policy-trial.ts'
import { AskedPolicy, type Asker, becomeAsker, declareAsker, policiesOf, Unbound, unboundOf } from './asked-policies.ts'

/** What a client may do in a private channel, found out without changing anything. */

export const channelExtensions = ['broadcast', 'presence'] as const
export type ChannelExtension = (typeof channelExtensions)[number]

export interface ChannelTrial extends Asker {
  /** The channel's name, as clients join it. */
  readonly topic: string
}

export const ChannelPolicy = z.object({
  ...AskedPolicy.shape,
  /** What it said of reading and writing, by extension; null where it isn't asked. */
  answers: z.array(
    z.object({
      action: z.enum(['read', 'write']),
      extension: z.enum(channelExtensions),
      isTrue: z.boolean().nullable(),
      /** What it failed with. */
      error: z.string().nullable(),
    }),
  ),
})
export type ChannelPolicy = z.infer<typeof ChannelPolicy>

export const ChannelTrialReport = z.object({
  hasRole: z.boolean(),
  unbound: Unbound,
  policies: z.array(ChannelPolicy),
  /** What the database itself said, by action and extension. */
  answers: z.array(
    z.object({
      action: z.enum(['read', 'write']),
      extension: z.enum(channelExtensions),
      isAllowed: z.boolean(),
      /** What it was refused with. */
      error: z.string().nullable(),
    }),
  ),
})
export type ChannelTrialReport = z.infer<typeof ChannelTrialReport>

/** Messages are locked by nobody for longer. */
const lockTimeoutMs = 3_000

/**
 * Reads and writes in the channel as the role with its claims, as the realtime service does when a client joins and sends, and takes it back:
 * it always fails, with `triedSqlstate` and a `ChannelTrialReport` as its detail. Run it as the owner of the project's tables.
 */
export function getChannelTrialSql({ topic, ...asker }: ChannelTrial): SqlText {
  const body = sql`
declare
  ${declareAsker(asker, topic)}
  messages constant pg_catalog.regclass := 'realtime.messages';
  unbound pg_catalog.text;
  policies pg_catalog.jsonb := '[]';
  answers pg_catalog.jsonb := '[]';
  told pg_catalog.jsonb := '[]';
  of_policy pg_catalog.jsonb;
  policy record;
  action pg_catalog.text;
  extension pg_catalog.text;
  probe realtime.messages;
  verdict pg_catalog.bool;
  is_allowed pg_catalog.bool;
  failure pg_catalog.text;
  state pg_catalog.text;
  has_role pg_catalog.bool;
begin
  perform pg_catalog.set_config('search_path', '', true), pg_catalog.set_config('lock_timeout', ${literal(String(lockTimeoutMs))}, true);
  has_role := exists (select from pg_catalog.pg_roles where rolname = wanted_role);
  if has_role then
    unbound := ${unboundOf(sql`messages`)};
    policies := ${policiesOf(sql`messages`)};
    foreach action in array array['read', 'write'] loop
      foreach extension in array array['broadcast', 'presence'] loop
        is_allowed := false;
        failure := null;
        begin
          if action = 'read' then
            insert into realtime.messages (topic, extension) values (wanted_topic, extension) returning * into probe;
          end if;
          ${becomeAsker}
          if action = 'read' then
            is_allowed := exists (select from realtime.messages m where m.id = probe.id and m.inserted_at = probe.inserted_at);
          else
            insert into realtime.messages (topic, extension) values (wanted_topic, extension);
            is_allowed := true;
          end if;
          raise exception using errcode = ${literal(triedSqlstate)};
        exception when others then
          get stacked diagnostics state = returned_sqlstate, failure = message_text;
          if state = ${literal(triedSqlstate)} then
            failure := null;
          else
            is_allowed := false;
            failure := pg_catalog.left(failure, 500);
          end if;
        end;
        answers := answers || pg_catalog.jsonb_build_object('action', action, 'extension', extension, 'isAllowed', is_allowed, 'error', failure);
      end loop;
    end loop;

    -- each expression alone, as the role
    for policy in select value as parts from pg_catalog.jsonb_array_elements(policies) loop
      of_policy := '[]';
      foreach action in array array['read', 'write'] loop
        continue when policy.parts ->> 'command' not in ('ALL', case action when 'read' then 'SELECT' else 'INSERT' end)
          or (policy.parts ->> case action when 'read' then 'using' else 'check' end) is null;
        foreach extension in array array['broadcast', 'presence'] loop
          verdict := null;
          failure := null;
          probe := pg_catalog.jsonb_populate_record(null::realtime.messages, pg_catalog.jsonb_build_object('id', pg_catalog.gen_random_uuid(),
            'topic', wanted_topic, 'extension', extension, 'private', false, 'inserted_at', pg_catalog.now(), 'updated_at', pg_catalog.now()));
          begin
            ${becomeAsker}
            execute pg_catalog.format('select (%s)::pg_catalog.bool from pg_catalog.unnest(array[$1]) as messages',
              policy.parts ->> case action when 'read' then 'using' else 'check' end) into verdict using probe;
            raise exception using errcode = ${literal(triedSqlstate)};
          exception when others then
            if sqlstate <> ${literal(triedSqlstate)} then failure := pg_catalog.left(sqlerrm, 500); end if;
          end;
          of_policy := of_policy || pg_catalog.jsonb_build_object('action', action, 'extension', extension, 'isTrue', verdict, 'error', failure);
        end loop;
      end loop;
      told := told || (policy.parts - 'using' - 'check' || pg_catalog.jsonb_build_object('answers', of_policy));
    end loop;
  end if;
  raise exception 'tried' using errcode = ${literal(triedSqlstate)}, detail = pg_catalog.jsonb_build_object(
    'hasRole', has_role, 'unbound', unbound, 'policies', told, 'answers', answers)::pg_catalog.text;
end`
  return toText(sql`do language plpgsql ${literal(toText(body))};`)
}
