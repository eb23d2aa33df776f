-- Schema auth: the users of a project and what belongs to them. Names, types, defaults, constraints and the order of columns are those of
-- supabase/auth at version 20260831180000 of its migrations, so that seeds, foreign keys and dumps of its data load here, and ours there.
-- Everything belongs to supabase_auth_admin, as which the auth service signs in. Triggers and hooks of the project's owner run as that role,
-- so it is a member of nothing, owns nothing else, and can't create anything.
set local event_triggers = off;

do $$
declare
  membership record;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin;
  end if;
  -- an owner who loaded roles of another platform may have created it
  for membership in
    select m.roleid::regrole as granted, m.member::regrole as member, m.grantor::regrole as grantor from pg_catalog.pg_auth_members m
    where 'supabase_auth_admin'::regrole in (m.roleid, m.member)
  loop
    execute pg_catalog.format('revoke %s from %s granted by %s cascade', membership.granted, membership.member, membership.grantor);
  end loop;
end
$$;
reassign owned by supabase_auth_admin to postgres;
-- It comes over our socket alone, which asks for no password. A role may give itself one, and this one does what triggers tell it to: none
-- that it has is valid at any time.
alter role supabase_auth_admin with login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit -1
  password null valid until '-infinity';
alter role supabase_auth_admin reset all;
alter role supabase_auth_admin in database postgres reset all;

alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.email() owner to supabase_auth_admin;
alter function auth.jwt() owner to supabase_auth_admin;

-- until its tables are there
grant create on schema auth to supabase_auth_admin;
grant usage on schema auth to supabase_auth_admin;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant select on tables to postgres with grant option;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on functions to postgres;
do $$
declare
  -- what the role for members who may only read is called
  reader constant regrole := coalesce(to_regrole('platform_reader'), to_regrole('supabase_read_only_user'));
begin
  execute pg_catalog.format('alter default privileges for role supabase_auth_admin in schema auth grant select on tables to %s', reader);
  execute pg_catalog.format('alter default privileges for role supabase_auth_admin in schema auth grant select on sequences to %s', reader);
end
$$;
set local role supabase_auth_admin;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone', 'recovery_code');
create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
create type auth.oauth_client_type as enum ('public', 'confidential');
create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_response_type as enum ('code');
create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text default null::varchar constraint users_phone_key unique,
  phone_confirmed_at timestamptz,
  phone_change text default ''::varchar,
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status >= 0 and email_change_confirm_status <= 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
comment on table auth.users is 'The users of the project.';
comment on column auth.users.is_sso_user is 'Whether the user signs in through SSO. Only such users may have an email address that another user has.';
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create unique index confirmation_token_idx on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index recovery_token_idx on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index email_change_token_current_idx on auth.users (email_change_token_current) where email_change_token_current !~ '^[0-9 ]*$';
create unique index email_change_token_new_idx on auth.users (email_change_token_new) where email_change_token_new !~ '^[0-9 ]*$';
create unique index reauthentication_token_idx on auth.users (reauthentication_token) where reauthentication_token !~ '^[0-9 ]*$';
create index users_instance_id_idx on auth.users (instance_id);
create index users_instance_id_email_idx on auth.users (instance_id, lower(email));
create index users_is_anonymous_idx on auth.users (is_anonymous);
-- for lists and searches among many: a page by what comes before it, and what begins with a text
create index users_created_at_id_idx on auth.users (created_at, id);
create index users_banned_idx on auth.users (created_at, id) where banned_until is not null;
create index users_email_prefix_idx on auth.users (lower(email) text_pattern_ops) where email is not null;
create index users_phone_prefix_idx on auth.users (phone text_pattern_ops) where phone is not null;
-- whatever users write there fits
create index users_name_prefix_idx on auth.users (
  lower(left(coalesce(raw_user_meta_data ->> 'name', raw_user_meta_data ->> 'full_name', raw_user_meta_data ->> 'display_name'), 100)) text_pattern_ops
) where lower(left(coalesce(raw_user_meta_data ->> 'name', raw_user_meta_data ->> 'full_name', raw_user_meta_data ->> 'display_name'), 100)) is not null;

create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
comment on table auth.identities is 'How users sign in: one row for each provider of a user.';
create index identities_email_idx on auth.identities (email text_pattern_ops);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.oauth_clients (
  id uuid primary key,
  client_secret_hash text,
  registration_type auth.oauth_registration_type not null,
  redirect_uris text not null,
  grant_types text not null,
  client_name text constraint oauth_clients_client_name_length check (char_length(client_name) <= 1024),
  client_uri text constraint oauth_clients_client_uri_length check (char_length(client_uri) <= 2048),
  logo_uri text constraint oauth_clients_logo_uri_length check (char_length(logo_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  client_type auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none'))
);
comment on table auth.oauth_clients is 'Applications that users can sign in to with their account of the project.';
create index oauth_clients_deleted_at_idx on auth.oauth_clients (deleted_at);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text,
  oauth_client_id uuid references auth.oauth_clients on delete cascade,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  scopes text constraint sessions_scopes_length check (char_length(scopes) <= 4096)
);
comment on table auth.sessions is 'Where users are signed in.';
comment on column auth.sessions.not_after is 'When the session ends, whether or not it is used.';
comment on column auth.sessions.refreshed_at is 'In UTC.';
create index sessions_user_id_idx on auth.sessions (user_id);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);

create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) constraint refresh_tokens_token_unique unique,
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references auth.sessions on delete cascade
);
comment on table auth.refresh_tokens is 'Tokens that sessions go on with once an access token has expired.';
create index refresh_tokens_instance_id_idx on auth.refresh_tokens (instance_id);
create index refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  expires_at timestamptz
);
comment on table auth.one_time_tokens is 'Hashes of the codes and links that were sent to users.';
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);
comment on table auth.mfa_factors is 'Second factors of users.';
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create index factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null constraint mfa_challenges_auth_factor_id_fkey references auth.mfa_factors on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
comment on table auth.mfa_challenges is 'Second factors that users were asked for.';
create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid constraint amr_id_pk primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'How the user of a session has proved who they are.';

create table auth.mfa_recovery_code_sets (
  id uuid primary key,
  user_id uuid not null unique references auth.users on delete cascade,
  mfa_factor_id uuid not null unique references auth.mfa_factors on delete cascade,
  failed_verification_count integer not null default 0 check (failed_verification_count >= 0),
  verification_locked_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.mfa_recovery_code_sets is 'Recovery codes that users hold in place of a second factor.';

create table auth.mfa_recovery_codes (
  id uuid primary key,
  mfa_recovery_code_set_id uuid not null references auth.mfa_recovery_code_sets on delete cascade,
  code_hash text not null,
  consumed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table auth.mfa_recovery_codes is 'Hashes of recovery codes.';
create index mfa_recovery_codes_set_id_idx on auth.mfa_recovery_codes (mfa_recovery_code_set_id);

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table auth.webauthn_credentials is 'Passkeys of users.';
create unique index webauthn_credentials_credential_id_key on auth.webauthn_credentials (credential_id);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table auth.webauthn_challenges is 'Passkeys that users were asked for.';
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);

create table auth.flow_state (
  id uuid primary key,
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false
);
comment on table auth.flow_state is 'Sign-ins that go by way of another site.';
create index idx_auth_code on auth.flow_state (auth_code);
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

create table auth.sso_providers (
  id uuid primary key,
  resource_id text constraint "resource_id not empty" check (resource_id = null::text or char_length(resource_id) > 0),
  created_at timestamptz,
  updated_at timestamptz,
  disabled boolean
);
comment on table auth.sso_providers is 'Identity providers of organizations.';
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));
create index sso_providers_resource_id_pattern_idx on auth.sso_providers (resource_id text_pattern_ops);

create table auth.sso_domains (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  domain text not null constraint "domain not empty" check (char_length(domain) > 0),
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.sso_domains is 'Domains of email addresses whose users sign in through an identity provider.';
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  entity_id text not null unique constraint "entity_id not empty" check (char_length(entity_id) > 0),
  metadata_xml text not null constraint "metadata_xml not empty" check (char_length(metadata_xml) > 0),
  metadata_url text constraint "metadata_url not empty" check (metadata_url = null::text or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at timestamptz,
  updated_at timestamptz,
  name_id_format text
);
comment on table auth.saml_providers is 'SAML metadata of identity providers.';
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table auth.saml_relay_states (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  request_id text not null constraint "request_id not empty" check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  created_at timestamptz,
  updated_at timestamptz,
  flow_state_id uuid references auth.flow_state on delete cascade
);
comment on table auth.saml_relay_states is 'Sign-ins that were sent to a SAML identity provider.';
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);
create index saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);

create table auth.scim_tokens (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  prefix text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  constraint scim_tokens_expires_at_future check (expires_at is null or expires_at > created_at),
  constraint scim_tokens_revoked_after_created check (revoked_at is null or revoked_at >= created_at)
);
comment on table auth.scim_tokens is 'Hashes of the tokens that identity providers manage their users with.';
create unique index scim_tokens_token_hash_key on auth.scim_tokens (token_hash);
create index scim_tokens_sso_provider_id_idx on auth.scim_tokens (sso_provider_id);
create index scim_tokens_expires_at_idx on auth.scim_tokens (expires_at);
create index scim_tokens_revoked_at_idx on auth.scim_tokens (revoked_at);

create table auth.scim_users (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  user_id uuid references auth.users on delete set null,
  resource jsonb not null,
  user_name text not null generated always as (lower(resource ->> 'userName')) stored,
  external_id text generated always as (resource ->> 'externalId') stored,
  active boolean not null generated always as (coalesce((resource ->> 'active')::boolean, true)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table auth.scim_users is 'Users as identity providers describe them.';
create unique index scim_users_user_name_key on auth.scim_users (sso_provider_id, user_name) where deleted_at is null;
create unique index scim_users_external_id_key on auth.scim_users (sso_provider_id, external_id) where external_id is not null and deleted_at is null;
create index scim_users_sso_provider_id_idx on auth.scim_users (sso_provider_id);
create index scim_users_user_id_idx on auth.scim_users (user_id);
create index scim_users_deleted_at_idx on auth.scim_users (deleted_at);
create index scim_users_id_idx on auth.scim_users (sso_provider_id, id) where deleted_at is null;
create index scim_users_created_at_idx on auth.scim_users (sso_provider_id, created_at, id) where deleted_at is null;
create index scim_users_updated_at_idx on auth.scim_users (sso_provider_id, updated_at, id) where deleted_at is null;
create index scim_users_user_name_idx on auth.scim_users (sso_provider_id, user_name collate "C", id) where deleted_at is null;

create table auth.oauth_authorizations (
  id uuid primary key,
  authorization_id text not null unique,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  user_id uuid references auth.users on delete cascade,
  redirect_uri text not null constraint oauth_authorizations_redirect_uri_length check (char_length(redirect_uri) <= 2048),
  scope text not null constraint oauth_authorizations_scope_length check (char_length(scope) <= 4096),
  state text constraint oauth_authorizations_state_length check (char_length(state) <= 4096),
  resource text constraint oauth_authorizations_resource_length check (char_length(resource) <= 2048),
  code_challenge text constraint oauth_authorizations_code_challenge_length check (char_length(code_challenge) <= 128),
  code_challenge_method auth.code_challenge_method,
  response_type auth.oauth_response_type not null default 'code',
  status auth.oauth_authorization_status not null default 'pending',
  authorization_code text unique constraint oauth_authorizations_authorization_code_length check (char_length(authorization_code) <= 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '3 minutes',
  approved_at timestamptz,
  nonce text constraint oauth_authorizations_nonce_length check (char_length(nonce) <= 255),
  constraint oauth_authorizations_expires_at_future check (expires_at > created_at)
);
comment on table auth.oauth_authorizations is 'Applications that ask users for consent.';
create index oauth_auth_pending_exp_idx on auth.oauth_authorizations (expires_at) where status = 'pending';

create table auth.oauth_consents (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  scopes text not null constraint oauth_consents_scopes_length check (char_length(scopes) <= 2048)
    constraint oauth_consents_scopes_not_empty check (char_length(trim(scopes)) > 0),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint oauth_consents_revoked_after_granted check (revoked_at is null or revoked_at >= granted_at),
  constraint oauth_consents_user_client_unique unique (user_id, client_id)
);
comment on table auth.oauth_consents is 'What users allow applications.';
create index oauth_consents_active_client_idx on auth.oauth_consents (client_id) where revoked_at is null;
create index oauth_consents_active_user_client_idx on auth.oauth_consents (user_id, client_id) where revoked_at is null;
create index oauth_consents_user_order_idx on auth.oauth_consents (user_id, granted_at desc);

create table auth.oauth_client_states (
  id uuid primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);
comment on table auth.oauth_client_states is 'Sign-ins that were sent to an OAuth provider.';
create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

-- addresses without https lead to this machine, and the service decides whether they may
create table auth.custom_oauth_providers (
  id uuid primary key default gen_random_uuid(),
  provider_type text not null check (provider_type in ('oauth2', 'oidc')),
  identifier text not null unique constraint custom_oauth_providers_identifier_format check (identifier ~ '^[a-z0-9][a-z0-9:-]{0,48}[a-z0-9]$'),
  name text not null constraint custom_oauth_providers_name_length check (char_length(name) >= 1 and char_length(name) <= 100),
  client_id text not null constraint custom_oauth_providers_client_id_length check (char_length(client_id) >= 1 and char_length(client_id) <= 512),
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}',
  authorization_params jsonb not null default '{}',
  enabled boolean not null default true,
  email_optional boolean not null default false,
  issuer text constraint custom_oauth_providers_issuer_length check (issuer is null or (char_length(issuer) >= 1 and char_length(issuer) <= 2048)),
  discovery_url text constraint custom_oauth_providers_discovery_url_length check (discovery_url is null or char_length(discovery_url) <= 2048),
  skip_nonce_check boolean not null default false,
  cached_discovery jsonb,
  discovery_cached_at timestamptz,
  authorization_url text constraint custom_oauth_providers_authorization_url_https check (authorization_url is null or authorization_url ~ '^(https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/])')
    constraint custom_oauth_providers_authorization_url_length check (authorization_url is null or char_length(authorization_url) <= 2048),
  token_url text constraint custom_oauth_providers_token_url_https check (token_url is null or token_url ~ '^(https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/])')
    constraint custom_oauth_providers_token_url_length check (token_url is null or char_length(token_url) <= 2048),
  userinfo_url text constraint custom_oauth_providers_userinfo_url_https check (userinfo_url is null or userinfo_url ~ '^(https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/])')
    constraint custom_oauth_providers_userinfo_url_length check (userinfo_url is null or char_length(userinfo_url) <= 2048),
  jwks_uri text constraint custom_oauth_providers_jwks_uri_https check (jwks_uri is null or jwks_uri ~ '^(https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/])')
    constraint custom_oauth_providers_jwks_uri_length check (jwks_uri is null or char_length(jwks_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  custom_claims_allowlist text[] not null default '{}',
  constraint custom_oauth_providers_oauth2_requires_endpoints
    check (provider_type <> 'oauth2' or (authorization_url is not null and token_url is not null and userinfo_url is not null)),
  constraint custom_oauth_providers_oidc_requires_issuer check (provider_type <> 'oidc' or issuer is not null),
  constraint custom_oauth_providers_oidc_issuer_https check (provider_type <> 'oidc' or issuer is null or issuer ~ '^(https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/])'),
  constraint custom_oauth_providers_oidc_discovery_url_https
    check (provider_type <> 'oidc' or discovery_url is null or discovery_url ~ '^(https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/])')
);
comment on table auth.custom_oauth_providers is 'Identity providers of the project''s own.';
create index custom_oauth_providers_created_at_idx on auth.custom_oauth_providers (created_at);
create index custom_oauth_providers_enabled_idx on auth.custom_oauth_providers (enabled);
create index custom_oauth_providers_identifier_idx on auth.custom_oauth_providers (identifier);
create index custom_oauth_providers_provider_type_idx on auth.custom_oauth_providers (provider_type);

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key,
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);
comment on table auth.audit_log_entries is 'What users and administrators did.';
create index audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);
create index audit_log_entries_created_at_id_idx on auth.audit_log_entries (created_at, id);

create table auth.instances (
  id uuid primary key,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.instances is 'Not used; dumps have it.';

create table auth.schema_migrations (version varchar(255) primary key);
comment on table auth.schema_migrations is 'Migrations of supabase/auth that this schema is equal to.';
insert into auth.schema_migrations (version) values
  ('20171026211738'), ('20171026211808'), ('20171026211834'), ('20180103212743'), ('20180108183307'), ('20180119214651'), ('20180125194653'), ('00'),
  ('20210710035447'), ('20210722035447'), ('20210730183235'), ('20210909172000'), ('20210927181326'), ('20211122151130'), ('20211124214934'),
  ('20211202183645'), ('20220114185221'), ('20220114185340'), ('20220224000811'), ('20220323170000'), ('20220429102000'), ('20220531120530'),
  ('20220614074223'), ('20220811173540'), ('20221003041349'), ('20221003041400'), ('20221011041400'), ('20221020193600'), ('20221021073300'),
  ('20221021082433'), ('20221027105023'), ('20221114143122'), ('20221114143410'), ('20221125140132'), ('20221208132122'), ('20221215195500'),
  ('20221215195800'), ('20221215195900'), ('20230116124310'), ('20230116124412'), ('20230131181311'), ('20230322519590'), ('20230402418590'),
  ('20230411005111'), ('20230508135423'), ('20230523124323'), ('20230818113222'), ('20230914180801'), ('20231027141322'), ('20231114161723'),
  ('20231117164230'), ('20240115144230'), ('20240214120130'), ('20240306115329'), ('20240314092811'), ('20240427152123'), ('20240612123726'),
  ('20240729123726'), ('20240802193726'), ('20240806073726'), ('20241009103726'), ('20250717082212'), ('20250731150234'), ('20250804100000'),
  ('20250901200500'), ('20250903112500'), ('20250904133000'), ('20250925093508'), ('20251007112900'), ('20251104100000'), ('20251111201300'),
  ('20251201000000'), ('20260115000000'), ('20260121000000'), ('20260219120000'), ('20260302000000'), ('20260625000000'), ('20260821000000'),
  ('20260821010000'), ('20260824000000'), ('20260824000001'), ('20260831180000');

-- nobody reads them through the data API, whatever is granted there
do $$
declare
  own regclass;
begin
  for own in select c.oid from pg_catalog.pg_class c where c.relkind = 'r' and c.relnamespace = 'auth'::regnamespace loop
    execute pg_catalog.format('alter table %s enable row level security', own);
  end loop;
end
$$;

reset role;
revoke create on schema auth from supabase_auth_admin;

-- Only an owner drops triggers and creates policies. The project's administrator may do both here, so postgres has what the owner has, without
-- being able to become it; the rest of the schema stays as the service needs it.
grant supabase_auth_admin to postgres with admin false, inherit true, set false;

create function _colonnade.keep_auth_schema() returns event_trigger language plpgsql set search_path = '' as $$
declare
  changed text;
begin
  if tg_event = 'sql_drop' then
    select object_identity into changed from pg_catalog.pg_event_trigger_dropped_objects()
    where (schema_name = 'auth' and object_type not in ('trigger', 'policy')) or (object_type = 'schema' and object_name = 'auth');
  elsif tg_tag = 'REASSIGN OWNED' then
    select c.oid::regclass into changed from pg_catalog.pg_class c join pg_catalog.pg_roles r on r.oid = c.relowner
    where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'S') and r.rolname <> 'supabase_auth_admin';
  else
    select object_identity into changed from pg_catalog.pg_event_trigger_ddl_commands()
    where schema_name = 'auth' and object_type not in ('trigger', 'policy') and command_tag not in ('COMMENT', 'GRANT', 'REVOKE');
  end if;
  if changed is not null then
    raise insufficient_privilege using message = pg_catalog.format('%s belongs to the auth service', changed),
      hint = 'Triggers, policies and foreign keys of your own are fine. Keep other data in a table in your own schema that refers to auth.users.';
  end if;
end;
$$;
revoke execute on function _colonnade.keep_auth_schema() from public;
create event trigger colonnade_auth_change on ddl_command_end execute function _colonnade.keep_auth_schema();
create event trigger colonnade_auth_drop on sql_drop execute function _colonnade.keep_auth_schema();
alter event trigger colonnade_auth_change enable always;
alter event trigger colonnade_auth_drop enable always;
comment on event trigger colonnade_auth_change is 'Keeps the schema auth as the auth service needs it.';
comment on event trigger colonnade_auth_drop is 'Keeps the schema auth as the auth service needs it.';
