interface Dumped {
  readonly ada: string
  readonly grace: string
  readonly session: string
  readonly factor: string
  readonly hash: string
}

/**
 * What `pg_dump --data-only --column-inserts` writes of two users of the peer, with all columns that its tables have: one who signed up, and one of a
 * seed whose tokens are NULL. Settings at its head are those of a dump, so that names have to be qualified.
 */
export function dumpOf({ ada, grace, session, factor, hash }: Dumped): string {
  const instance = '00000000-0000-0000-0000-000000000000'
  const at = '2024-05-01 10:00:00.123456+00'
  const users =
    'INSERT INTO auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change, email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, email_change_token_current, email_change_confirm_status, banned_until, reauthentication_token, reauthentication_sent_at, is_sso_user, deleted_at, is_anonymous) VALUES'
  const identities = 'INSERT INTO auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id) VALUES'
  const app = `{"provider": "email", "providers": ["email"]}`
  const data = (id: string, email: string): string => `{"sub": "${id}", "email": "${email}", "email_verified": true, "phone_verified": false}`
  return `
SET statement_timeout = 0;
SET lock_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET row_security = off;
BEGIN;
SET LOCAL session_replication_role = replica;
INSERT INTO auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) VALUES ('${instance}', gen_random_uuid(), '{"action":"user_signedup","actor_id":"${ada}"}', '${at}', '');
${users} ('${instance}', '${ada}', 'authenticated', 'authenticated', 'dump-ada@example.com', '${hash}', '${at}', NULL, '', '${at}', '', NULL, '', '', NULL, '${at}', '${app}', '${data(ada, 'dump-ada@example.com')}', NULL, '${at}', '${at}', NULL, NULL, '', '', NULL, '', 0, NULL, '', NULL, false, NULL, false);
${users} ('${instance}', '${grace}', 'authenticated', 'authenticated', 'dump-grace@example.com', '${hash}', '${at}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '${app}', '{}', NULL, '${at}', '${at}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false);
${identities} ('${ada}', '${ada}', '${data(ada, 'dump-ada@example.com')}', 'email', '${at}', '${at}', '${at}', gen_random_uuid());
${identities} ('4242', '${ada}', '{"sub": "4242", "email": "dump-ada@example.com", "user_name": "ada"}', 'github', '${at}', '${at}', '${at}', gen_random_uuid());
${identities} ('${grace}', '${grace}', '${data(grace, 'dump-grace@example.com')}', 'email', NULL, '${at}', '${at}', gen_random_uuid());
INSERT INTO auth.sessions (id, user_id, created_at, updated_at, factor_id, aal, not_after, refreshed_at, user_agent, ip, tag, oauth_client_id, refresh_token_hmac_key, refresh_token_counter, scopes) VALUES ('${session}', '${ada}', now(), now(), NULL, 'aal1', NULL, NULL, 'Mozilla/5.0', '192.0.2.1', NULL, NULL, NULL, NULL, NULL);
INSERT INTO auth.refresh_tokens (instance_id, id, token, user_id, revoked, created_at, updated_at, parent, session_id) VALUES ('${instance}', 4711, 'dumpedtoken1', '${ada}', false, now(), now(), NULL, '${session}');
INSERT INTO auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at, web_authn_credential, web_authn_aaguid, last_webauthn_challenge_data) VALUES ('${factor}', '${ada}', 'Phone', 'totp', 'unverified', '${at}', '${at}', 'JBSWY3DPEHPK3PXP', NULL, NULL, NULL, NULL, NULL);
INSERT INTO auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id) VALUES ('${session}', '${at}', '${at}', 'password', gen_random_uuid());
SELECT pg_catalog.setval('auth.refresh_tokens_id_seq', 4711, true);
COMMIT;
RESET ALL;
`
}
