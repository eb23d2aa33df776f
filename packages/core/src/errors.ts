/**
 * The one table of everything that can go wrong, for every service: code → HTTP status, title, and whether the same call may
 * succeed if it is simply sent again. Codes are part of the public API: they are added, never renamed.
 */
export const errorTable = {
  // the request itself
  bad_request: { status: 400, title: 'The request could not be understood', retryable: false },
  invalid_input: { status: 400, title: 'Some of the values sent are not valid', retryable: false },
  payment_signature_invalid: { status: 400, title: 'The event is not signed by the payment provider', retryable: false },
  app_request_invalid: { status: 400, title: 'The application asks for something that is not possible', retryable: false },
  unauthorized: { status: 401, title: 'You are not signed in', retryable: false },
  invalid_credentials: { status: 401, title: 'The email address or password is wrong', retryable: false },
  second_step_required: { status: 401, title: 'The password is right: a second step is needed', retryable: false },
  second_step_invalid: { status: 401, title: 'The code is wrong, or was used already', retryable: false },
  second_step_over: { status: 401, title: 'Signing in took too long or too many attempts: begin again', retryable: false },
  passkey_invalid: { status: 401, title: 'The passkey is not known here, or took too long: try again, or sign in another way', retryable: false },
  identity_refused: { status: 401, title: 'What the provider answered does not sign in', retryable: false },
  identity_flow_over: { status: 401, title: 'This way through the provider is over: begin again', retryable: false },
  identity_link_required: { status: 401, title: 'That address has an account: its password is needed once', retryable: false },
  access_token_invalid: { status: 401, title: 'There is no such access token, or it was revoked', retryable: false },
  access_token_expired: { status: 401, title: 'The access token has expired', retryable: false },
  access_token_refused: { status: 403, title: 'The access token does not open this', retryable: false },
  sign_in_again: { status: 403, title: 'You signed in too long ago for this: sign out and in again', retryable: false },
  link_invalid: { status: 403, title: 'The link is not valid, or not any more', retryable: false },
  forbidden: { status: 403, title: 'Your role does not allow this', retryable: false },
  encryption_required: { status: 403, title: 'The project takes encrypted connections only', retryable: false },
  address_not_allowed: { status: 403, title: 'The project takes no connections from this address', retryable: false },
  invitation_other_address: { status: 403, title: 'The invitation is for another address', retryable: false },
  two_factor_required: { status: 403, title: 'The organization asks for two-step sign-in', retryable: false },
  cross_site_request: { status: 403, title: 'The request came from another site', retryable: false },
  route_not_found: { status: 404, title: 'There is no such route', retryable: false },
  method_not_allowed: { status: 405, title: 'This route does not take that method', retryable: false },
  payload_too_large: { status: 413, title: 'The request body is too large', retryable: false },
  too_complex: { status: 413, title: 'Reading this takes too much time or memory: send less at once', retryable: false },
  unsupported_media_type: { status: 415, title: 'The request body is of another type than this call takes', retryable: false },
  document_not_pdf: { status: 415, title: 'The file is not a PDF document', retryable: false },
  attachment_not_png: { status: 415, title: 'The file is not a PNG picture', retryable: false },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  // things that are not there
  organization_not_found: { status: 404, title: 'There is no such organization', retryable: false },
  project_not_found: { status: 404, title: 'There is no such project', retryable: false },
  notification_not_found: { status: 404, title: 'There is no such notification', retryable: false },
  invitation_not_found: { status: 404, title: 'There is no such open invitation', retryable: false },
  member_not_found: { status: 404, title: 'The organization has no such member', retryable: false },
  role_not_found: { status: 404, title: 'The organization has no such role', retryable: false },
  person_not_found: { status: 404, title: 'There is no such person', retryable: false },
  session_not_found: { status: 404, title: 'There is no such session', retryable: false },
  access_token_not_found: { status: 404, title: 'There is no such access token', retryable: false },
  passkey_not_found: { status: 404, title: 'There is no such passkey', retryable: false },
  identity_not_found: { status: 404, title: 'You have linked no such identity', retryable: false },
  identity_provider_not_found: { status: 404, title: 'There is no such provider to sign in with', retryable: false },
  second_factor_not_found: { status: 404, title: 'No authenticator app is set up', retryable: false },
  object_not_found: { status: 404, title: 'There is no such object in the database', retryable: false },
  query_not_found: { status: 404, title: 'There is no running query with that key', retryable: false },
  attachment_not_found: { status: 404, title: 'There is no such attachment', retryable: false },
  mail_not_found: { status: 404, title: 'There is no such mail, or it can not be read here', retryable: false },
  ticket_not_found: { status: 404, title: 'There is no such ticket', retryable: false },
  import_not_found: { status: 404, title: 'There is no such import, or not any more', retryable: false },
  export_not_found: { status: 404, title: 'There is no such export, or not any more', retryable: false },
  snippet_not_found: { status: 404, title: 'There is no such snippet, or it is not shared with you', retryable: false },
  document_not_found: { status: 404, title: 'There is no such document', retryable: false },
  app_not_found: { status: 404, title: 'There is no such application', retryable: false },
  app_grant_not_found: { status: 404, title: 'The application is not authorized, or not any more', retryable: false },
  custom_domain_not_found: { status: 404, title: 'The project has no domain of its own', retryable: false },
  storage_credential_not_found: { status: 404, title: 'The project has no such S3 access key', retryable: false },
  function_not_found: { status: 404, title: 'The project has no such edge function', retryable: false },
  function_schedule_not_found: { status: 404, title: 'The project has no such schedule', retryable: false },
  function_version_not_found: { status: 404, title: 'The edge function has no such version', retryable: false },
  api_key_not_found: { status: 404, title: 'The project has no such API key', retryable: false },
  third_party_auth_not_found: { status: 404, title: 'The project trusts no such issuer', retryable: false },
  signing_key_not_found: { status: 404, title: 'The project has no such signing key', retryable: false },
  webhook_not_found: { status: 404, title: 'There is no such webhook', retryable: false },
  transfer_not_found: { status: 404, title: 'The organization is not offered to anybody', retryable: false },
  invoice_not_found: { status: 404, title: 'There is no such invoice', retryable: false },
  branch_not_found: { status: 404, title: 'The project has no such branch', retryable: false },
  upgrade_not_found: { status: 404, title: 'The project has no such upgrade', retryable: false },
  merge_not_found: { status: 404, title: 'The branch has no such merge', retryable: false },
  database_not_found: { status: 404, title: 'The project has no such database', retryable: false },
  setup_link_invalid: { status: 404, title: 'The set-up link is used or unknown', retryable: false },
  payment_page_not_found: { status: 404, title: 'There is no such page of the payment provider', retryable: false },
  auth_user_not_found: { status: 404, title: 'The project has no such user, session or factor', retryable: false },
  custom_provider_not_found: { status: 404, title: 'The project has no such custom provider', retryable: false },
  // conflicts with the state of things
  custom_provider_exists: { status: 409, title: 'The project has a custom provider with that identifier', retryable: false },
  auth_user_exists: { status: 409, title: 'The project has a user with that address or number', retryable: false },
  auth_refused: { status: 409, title: 'The auth service of the project refused it', retryable: false },
  payments_not_configured: { status: 409, title: 'Invoices of this installation are not paid by card', retryable: false },
  offsite_not_configured: { status: 409, title: 'This installation copies nothing off-site', retryable: false },
  mail_not_configured: { status: 409, title: 'This installation sends no mail', retryable: false },
  sign_up_closed: { status: 409, title: 'Accounts of this installation are made by invitation', retryable: false },
  account_exists: { status: 409, title: 'That address has an account', retryable: false },
  already_set_up: { status: 409, title: 'This installation already has an owner', retryable: false },
  organization_slug_taken: { status: 409, title: 'An organization with that slug exists', retryable: false },
  organization_not_empty: { status: 409, title: 'The organization still owns projects', retryable: false },
  already_member: { status: 409, title: 'The person already belongs to the organization', retryable: false },
  too_many_invitations: { status: 409, title: 'The organization has as many open invitations as it may', retryable: false },
  role_name_taken: { status: 409, title: 'The organization has a role of that name', retryable: false },
  role_changed: { status: 409, title: 'Somebody changed the role in the meantime', retryable: false },
  role_held: { status: 409, title: 'There are people who have that role', retryable: false },
  too_many_roles: { status: 409, title: 'The organization has as many roles of its own as it may', retryable: false },
  document_replaced: { status: 409, title: 'The document has a newer version, or is not published any more', retryable: false },
  document_accepted: { status: 409, title: 'The document is accepted already', retryable: false },
  app_is_public: { status: 409, title: 'The application is public', retryable: false },
  too_many_apps: { status: 409, title: 'The organization has as many applications as it may', retryable: false },
  webhook_address_refused: { status: 409, title: 'That address can not be told anything', retryable: false },
  api_key_name_taken: { status: 409, title: 'The project already has an API key of that type and name', retryable: false },
  function_exists: { status: 409, title: 'The project already has an edge function with that slug', retryable: false },
  too_many_functions: { status: 409, title: 'The project has reached its limit of edge functions', retryable: false },
  too_many_function_schedules: { status: 409, title: 'The project has reached its limit of schedules', retryable: false },
  too_many_function_secrets: { status: 409, title: 'The project has reached its limit of secrets', retryable: false },
  too_many_storage_credentials: { status: 409, title: 'The project has reached its limit of S3 access keys', retryable: false },
  too_many_api_keys: { status: 409, title: 'The project has reached its limit of API keys', retryable: false },
  legacy_api_keys_enabled: { status: 409, title: 'Turn off the legacy API keys first', retryable: false },
  legacy_key_revoked: { status: 409, title: 'The secret that signs the legacy API keys was revoked', retryable: false },
  signing_key_conflict: { status: 409, title: "The signing key can't change to that status", retryable: false },
  signing_key_not_ready: { status: 409, title: 'The standby key has not been published for long enough', retryable: false },
  auth_settings_changed: { status: 409, title: 'The auth settings have changed since you loaded them', retryable: false },
  issuer_refused: { status: 409, title: 'The tokens of that issuer can not be taken', retryable: false },
  issuer_known: { status: 409, title: 'The project trusts that issuer already', retryable: false },
  too_many_issuers: { status: 409, title: 'The project has reached its limit of other issuers', retryable: false },
  too_many_signing_keys: { status: 409, title: 'The project has reached its limit of signing keys', retryable: false },
  too_many_webhooks: { status: 409, title: 'The organization has as many webhooks as it may', retryable: false },
  transfer_open: { status: 409, title: 'The organization is offered to somebody already', retryable: false },
  already_owner: { status: 409, title: 'The member owns the organization already', retryable: false },
  invoice_settled: { status: 409, title: 'The invoice is paid or void already', retryable: false },
  invoice_being_paid: { status: 409, title: 'A payment of the invoice is under way', retryable: true },
  plan_not_available: { status: 409, title: 'The organization can not have that plan yet', retryable: false },
  organization_managed_elsewhere: { status: 409, title: 'The organization is managed elsewhere', retryable: false },
  owner_has_all_projects: { status: 409, title: 'An owner has all projects', retryable: false },
  installation_needs_owner: { status: 409, title: 'The installation needs its owner', retryable: false },
  last_owner: { status: 409, title: 'An organization needs an owner', retryable: false },
  passkeys_unavailable: { status: 409, title: 'Passkeys can not be used at this address', retryable: false },
  already_has_password: { status: 409, title: 'You have a password already: change it with the one you have', retryable: false },
  identity_taken: { status: 409, title: 'That identity is linked to an account already', retryable: false },
  identity_provider_exists: { status: 409, title: 'There is a provider with that address already', retryable: false },
  last_way_in: { status: 409, title: 'It is the only way to sign in: add another one first', retryable: false },
  too_many_passkeys: { status: 409, title: 'You have as many passkeys as one person may have, or this one already', retryable: false },
  second_factor_exists: { status: 409, title: 'An authenticator app is set up already', retryable: false },
  too_many_access_tokens: { status: 409, title: 'You have as many access tokens as one person may have', retryable: false },
  project_name_taken: { status: 409, title: 'The organization already has a project of that name', retryable: false },
  branch_name_taken: { status: 409, title: 'The project already has a branch of that name', retryable: false },
  too_many_branches: { status: 409, title: 'The project has as many branches as it can have', retryable: false },
  project_has_branches: { status: 409, title: 'The project still has branches', retryable: false },
  project_not_transferable: { status: 409, title: 'The project can not go over to that organization now', retryable: false },
  addon_not_available: { status: 409, title: 'The project can not have that add-on', retryable: false },
  postgres_version_not_available: { status: 409, title: 'There is no such Postgres here', retryable: false },
  upgrade_not_rehearsed: { status: 409, title: 'The upgrade has not been rehearsed, or too long ago', retryable: false },
  upgrade_blocked: { status: 409, title: 'Something stands in the way of the upgrade', retryable: false },
  custom_domain_exists: { status: 409, title: 'The project has a domain of its own already', retryable: false },
  custom_domain_taken: { status: 409, title: 'Another project of this installation has that domain', retryable: false },
  project_not_active: { status: 409, title: 'The project is not active', retryable: true },
  project_asleep: { status: 409, title: 'The project is asleep: a query or a connection wakes it', retryable: false },
  project_busy: { status: 409, title: 'The project is changing its state', retryable: true },
  rows_changed: { status: 409, title: 'Rows are no longer what they were when they were read', retryable: false },
  import_in_progress: { status: 409, title: 'The file of this import is already being loaded', retryable: false },
  query_key_in_use: { status: 409, title: 'A query with that key is running', retryable: false },
  sql_session_lost: { status: 409, title: 'The session is not there any more', retryable: false },
  sql_session_busy: { status: 409, title: 'The session is running something', retryable: true },
  production_locked: { status: 409, title: 'The project is locked: type its name to change something', retryable: false },
  snippet_exists: { status: 409, title: 'Another snippet has that id', retryable: false },
  snippet_changed: { status: 409, title: 'Somebody changed the snippet in the meantime', retryable: false },
  snippet_limit_reached: { status: 409, title: 'The project holds as many snippets as it may', retryable: false },
  // the database behind a project; the SQLSTATE travels in the details
  syntax_error: { status: 400, title: 'The SQL has a syntax error', retryable: false },
  undefined_object: { status: 400, title: 'The SQL names something that does not exist', retryable: false },
  duplicate_object: { status: 409, title: 'Something of that name already exists', retryable: false },
  dependent_objects: { status: 409, title: 'Other objects depend on it', retryable: false },
  unique_violation: { status: 409, title: 'A row with that key already exists', retryable: false },
  foreign_key_violation: { status: 409, title: 'Another row refers to this one, or the row referred to is missing', retryable: false },
  not_null_violation: { status: 400, title: 'A column that must have a value has none', retryable: false },
  check_violation: { status: 400, title: 'A value breaks a check constraint', retryable: false },
  exclusion_violation: { status: 409, title: 'A row conflicts with another one', retryable: false },
  invalid_value: { status: 400, title: 'A value does not fit its type', retryable: false },
  function_build_failed: { status: 422, title: 'The edge function could not be built', retryable: false },
  import_row_invalid: { status: 422, title: 'A row of the file does not fit the table', retryable: false },
  import_file_invalid: { status: 422, title: 'The file can not be read in the format that was chosen', retryable: false },
  insufficient_privilege: { status: 403, title: 'The database role may not do this', retryable: false },
  result_too_large: { status: 413, title: 'The answer is too large: ask for a page of it', retryable: false },
  // not 408: browsers take that for a connection that was closed, and send the statement once more
  statement_timeout: { status: 422, title: 'The statement ran longer than its time limit', retryable: false },
  query_cancelled: { status: 499, title: 'The query was cancelled', retryable: false },
  serialization_failure: { status: 409, title: 'The transaction collided with another one', retryable: true },
  too_many_replicas: { status: 409, title: 'The project has as many replicas as it can have', retryable: false },
  replica_fallen_behind: { status: 409, title: 'The replica needs what its primary no longer keeps', retryable: false },
  replica_not_ready: { status: 409, title: 'The replica takes no requests now', retryable: true },
  too_many_connections: { status: 503, title: 'The database has no free connection', retryable: true },
  connection_lost: { status: 503, title: 'The connection to the database was lost', retryable: true },
  project_wake_failed: { status: 503, title: 'The project could not be woken', retryable: true },
  changes_unavailable: { status: 503, title: 'Changes of rows can not be followed right now', retryable: false },
  read_only: { status: 403, title: 'The connection is read-only', retryable: false },
  database_error: { status: 400, title: 'The database refused the statement', retryable: false },
  // running clusters
  cluster_not_found: { status: 404, title: 'There is no such cluster', retryable: false },
  cluster_start_failed: { status: 503, title: 'The database server did not start', retryable: true },
  cluster_is_replica: { status: 409, title: 'The database is a replica itself', retryable: false },
  too_many_backups: { status: 409, title: 'The project has as many backups as its plan keeps', retryable: false },
  cluster_has_replicas: { status: 409, title: 'The database has read replicas', retryable: false },
  backup_not_found: { status: 404, title: 'There is no such backup', retryable: false },
  backup_damaged: { status: 409, title: 'The backup is damaged', retryable: false },
  wal_not_archived: { status: 503, title: 'The WAL is not being archived', retryable: true },
  moment_not_recoverable: { status: 409, title: 'The database can not be brought back to that moment', retryable: false },
  recovery_failed: { status: 409, title: 'The copy of the database could not be recovered', retryable: false },
  capability_missing: { status: 409, title: 'This project cannot do that', retryable: false },
  database_connection_failed: { status: 422, title: 'The database can not be connected to', retryable: false },
  cluster_not_running: { status: 409, title: 'The database server is not running', retryable: true },
  cluster_crash_loop: { status: 503, title: 'The database server keeps crashing', retryable: true },
  offsite_failed: { status: 502, title: 'The object storage could not be used', retryable: true },
  storage_full: { status: 507, title: 'The disk is full', retryable: true },
  storage_read_only: { status: 507, title: 'The data directory can not be written', retryable: true },
  engine_unavailable: { status: 503, title: 'No Postgres engine fits this machine', retryable: false },
  // start-up of an installation
  home_in_use: { status: 409, title: 'Another process uses this data directory', retryable: false },
  home_unusable: { status: 500, title: 'The data directory can not be used', retryable: false },
  config_invalid: { status: 500, title: 'The configuration is not valid', retryable: false },
  migration_changed: { status: 500, title: 'An applied migration was changed', retryable: false },
  payment_provider_failed: { status: 502, title: 'The payment provider could not be used', retryable: true },
  identity_provider_failed: { status: 502, title: 'The provider did not answer as it should', retryable: true },
  // us
  too_busy: { status: 503, title: 'Too much data is in flight: wait for other requests to finish, then try again', retryable: true },
  unavailable: { status: 503, title: 'The service is not available right now', retryable: true },
  internal: { status: 500, title: 'Something went wrong on our side', retryable: true },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>

export type ErrorCode = keyof typeof errorTable

/** Every code, in the order of the table. */
export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[]

/** Facts that may be shown to the caller: plain JSON, e.g. `{ ref }`, `{ issues: [{ path, message }] }`, `{ sqlstate, position, hint, detail }`. */
export type ErrorDetails = { readonly [key: string]: unknown }

export interface ErrorOptions {
  /** A sentence for this occurrence; the table's title when absent. Public. */
  readonly message?: string | undefined
  /** For the log only. */
  readonly internal?: string | undefined
  readonly cause?: unknown
}

/**
 * The only error that crosses a layer. `code` decides, `message` informs; `internal` and `cause` never leave the server.
 *
 * `throw new AppError('project_not_found', { ref })`
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly internal: string | undefined

  constructor(code: ErrorCode, details: ErrorDetails = {}, options: ErrorOptions = {}) {
    super(options.message ?? errorTable[code].title, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = details
    this.internal = options.internal
  }

  /** HTTP status of the code (RFC 9110; 499 is the usual "client closed request"). */
  get status(): number {
    return errorTable[this.code].status
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable
  }
}

/** Whether a value is an AppError, optionally with one of the codes. */
export function isAppError(value: unknown, ...codes: ErrorCode[]): value is AppError {
  return value instanceof AppError && (codes.length === 0 || codes.includes(value.code))
}

/** Wraps what was thrown: an AppError stays itself, anything else becomes `internal` with the original as its cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal', {}, { cause: thrown, internal: thrown instanceof Error ? thrown.message : String(thrown) })
}
