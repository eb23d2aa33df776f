/**
 * All errors of all services: code → HTTP status, title, and whether the same call can succeed when sent again. Codes are part of
 * the public API: they are added, never renamed.
 */
export const errorTable = {
  // the request itself
  bad_request: { status: 400, title: 'The request can’t be read', retryable: false },
  invalid_input: { status: 400, title: 'Some values aren’t valid', retryable: false },
  payment_signature_invalid: { status: 400, title: 'The event isn’t signed by the payment provider', retryable: false },
  app_request_invalid: { status: 400, title: 'The application’s request isn’t valid', retryable: false },
  unauthorized: { status: 401, title: 'You are not signed in', retryable: false },
  invalid_credentials: { status: 401, title: 'The email address or password is wrong', retryable: false },
  second_step_required: { status: 401, title: 'The password is correct; a second step is required', retryable: false },
  second_step_invalid: { status: 401, title: 'The code is wrong or was already used', retryable: false },
  second_step_over: { status: 401, title: 'Signing in took too long or too many attempts. Start again', retryable: false },
  passkey_invalid: { status: 401, title: 'The passkey isn’t known here or took too long. Try again, or sign in another way', retryable: false },
  identity_refused: { status: 401, title: 'The provider’s response can’t sign you in', retryable: false },
  identity_flow_over: { status: 401, title: 'This sign-in through the provider has ended. Start again', retryable: false },
  identity_link_required: { status: 401, title: 'That address already has an account. Confirm its password once to link it', retryable: false },
  access_token_invalid: { status: 401, title: 'The access token doesn’t exist or was revoked', retryable: false },
  access_token_expired: { status: 401, title: 'The access token has expired', retryable: false },
  access_token_refused: { status: 403, title: 'The access token doesn’t allow this', retryable: false },
  sign_in_again: { status: 403, title: 'You signed in too long ago for this. Sign out and sign in again', retryable: false },
  link_invalid: { status: 403, title: 'The link isn’t valid or has expired', retryable: false },
  forbidden: { status: 403, title: 'Your role doesn’t allow this', retryable: false },
  encryption_required: { status: 403, title: 'The project requires an encrypted connection', retryable: false },
  address_not_allowed: { status: 403, title: 'The project doesn’t allow connections from this address', retryable: false },
  invitation_other_address: { status: 403, title: 'The invitation is for another email address', retryable: false },
  two_factor_required: { status: 403, title: 'The organization requires two-step sign-in', retryable: false },
  cross_site_request: { status: 403, title: 'The request came from another site', retryable: false },
  route_not_found: { status: 404, title: 'This route doesn’t exist', retryable: false },
  method_not_allowed: { status: 405, title: 'This route doesn’t accept that method', retryable: false },
  payload_too_large: { status: 413, title: 'The request body is too large', retryable: false },
  too_complex: { status: 413, title: 'Reading this needs too much time or memory. Send less at once', retryable: false },
  unsupported_media_type: { status: 415, title: 'This call doesn’t accept that type of request body', retryable: false },
  document_not_pdf: { status: 415, title: 'The file isn’t a PDF document', retryable: false },
  attachment_not_png: { status: 415, title: 'The file isn’t a PNG image', retryable: false },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  // things that are not there
  organization_not_found: { status: 404, title: 'Organization not found', retryable: false },
  project_not_found: { status: 404, title: 'Project not found', retryable: false },
  notification_not_found: { status: 404, title: 'Notification not found', retryable: false },
  invitation_not_found: { status: 404, title: 'Invitation not found', retryable: false },
  member_not_found: { status: 404, title: 'The organization has no such member', retryable: false },
  role_not_found: { status: 404, title: 'The organization has no such role', retryable: false },
  person_not_found: { status: 404, title: 'Person not found', retryable: false },
  session_not_found: { status: 404, title: 'Session not found', retryable: false },
  access_token_not_found: { status: 404, title: 'Access token not found', retryable: false },
  passkey_not_found: { status: 404, title: 'Passkey not found', retryable: false },
  identity_not_found: { status: 404, title: 'You haven’t linked this account', retryable: false },
  identity_provider_not_found: { status: 404, title: 'Sign-in provider not found', retryable: false },
  second_factor_not_found: { status: 404, title: 'No authenticator app is set up', retryable: false },
  object_not_found: { status: 404, title: 'The database has no such object', retryable: false },
  query_not_found: { status: 404, title: 'No query with that key is running', retryable: false },
  attachment_not_found: { status: 404, title: 'Attachment not found', retryable: false },
  mail_not_found: { status: 404, title: 'The email doesn’t exist or can’t be read here', retryable: false },
  ticket_not_found: { status: 404, title: 'Ticket not found', retryable: false },
  import_not_found: { status: 404, title: 'The import doesn’t exist or has ended', retryable: false },
  export_not_found: { status: 404, title: 'The export doesn’t exist or has ended', retryable: false },
  snippet_not_found: { status: 404, title: 'The snippet doesn’t exist or isn’t shared with you', retryable: false },
  document_not_found: { status: 404, title: 'Document not found', retryable: false },
  app_not_found: { status: 404, title: 'Application not found', retryable: false },
  app_grant_not_found: { status: 404, title: 'The application isn’t authorized', retryable: false },
  custom_domain_not_found: { status: 404, title: 'The project has no custom domain', retryable: false },
  storage_credential_not_found: { status: 404, title: 'The project has no such S3 access key', retryable: false },
  function_not_found: { status: 404, title: 'The project has no such edge function', retryable: false },
  function_schedule_not_found: { status: 404, title: 'The project has no such schedule', retryable: false },
  function_version_not_found: { status: 404, title: 'The edge function has no such version', retryable: false },
  api_key_not_found: { status: 404, title: 'The project has no such API key', retryable: false },
  third_party_auth_not_found: { status: 404, title: 'The project doesn’t trust that issuer', retryable: false },
  signing_key_not_found: { status: 404, title: 'The project has no such signing key', retryable: false },
  webhook_not_found: { status: 404, title: 'Webhook not found', retryable: false },
  transfer_not_found: { status: 404, title: 'The organization isn’t being transferred', retryable: false },
  invoice_not_found: { status: 404, title: 'Invoice not found', retryable: false },
  branch_not_found: { status: 404, title: 'The project has no such branch', retryable: false },
  upgrade_not_found: { status: 404, title: 'The project has no such upgrade', retryable: false },
  table_copy_not_found: { status: 404, title: 'The branch has no such table copy', retryable: false },
  merge_not_found: { status: 404, title: 'The branch has no such merge', retryable: false },
  database_not_found: { status: 404, title: 'The project has no such database', retryable: false },
  setup_link_invalid: { status: 404, title: 'The setup link is unknown or was already used', retryable: false },
  payment_page_not_found: { status: 404, title: 'Payment page not found', retryable: false },
  auth_user_not_found: { status: 404, title: 'The project has no such user, session or factor', retryable: false },
  custom_provider_not_found: { status: 404, title: 'The project has no such custom provider', retryable: false },
  // conflicts with the state of things
  custom_provider_exists: { status: 409, title: 'The project already has a custom provider with that identifier', retryable: false },
  auth_user_exists: { status: 409, title: 'The project already has a user with that email address or phone number', retryable: false },
  auth_refused: { status: 409, title: 'The project’s auth service refused the request', retryable: false },
  payments_not_configured: { status: 409, title: 'This installation doesn’t accept card payments', retryable: false },
  offsite_not_configured: { status: 409, title: 'This installation doesn’t copy backups offsite', retryable: false },
  mail_not_configured: { status: 409, title: 'This installation doesn’t send email', retryable: false },
  sign_up_closed: { status: 409, title: 'You need an invitation to sign up here', retryable: false },
  account_exists: { status: 409, title: 'That email address already has an account', retryable: false },
  already_set_up: { status: 409, title: 'This installation already has an owner', retryable: false },
  organization_slug_taken: { status: 409, title: 'Another organization already uses that slug', retryable: false },
  organization_not_empty: { status: 409, title: 'The organization still owns projects', retryable: false },
  already_member: { status: 409, title: 'The person already belongs to the organization', retryable: false },
  too_many_invitations: { status: 409, title: 'The organization has reached its limit of open invitations', retryable: false },
  role_name_taken: { status: 409, title: 'The organization already has a role with that name', retryable: false },
  role_changed: { status: 409, title: 'Someone else changed the role', retryable: false },
  role_held: { status: 409, title: 'Some people still have that role', retryable: false },
  too_many_roles: { status: 409, title: 'The organization has reached its limit of custom roles', retryable: false },
  document_replaced: { status: 409, title: 'The document has a newer version or is no longer published', retryable: false },
  document_accepted: { status: 409, title: 'The document is already accepted', retryable: false },
  app_is_public: { status: 409, title: 'The application is public', retryable: false },
  too_many_apps: { status: 409, title: 'The organization has reached its limit of applications', retryable: false },
  webhook_address_refused: { status: 409, title: 'Webhooks can’t be sent to that address', retryable: false },
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
  issuer_refused: { status: 409, title: 'Tokens of that issuer can’t be accepted', retryable: false },
  issuer_known: { status: 409, title: 'The project already trusts that issuer', retryable: false },
  too_many_issuers: { status: 409, title: 'The project has reached its limit of other issuers', retryable: false },
  too_many_signing_keys: { status: 409, title: 'The project has reached its limit of signing keys', retryable: false },
  too_many_webhooks: { status: 409, title: 'The organization has reached its limit of webhooks', retryable: false },
  transfer_open: { status: 409, title: 'The organization is already being transferred', retryable: false },
  already_owner: { status: 409, title: 'The member already owns the organization', retryable: false },
  invoice_settled: { status: 409, title: 'The invoice is already paid or void', retryable: false },
  invoice_being_paid: { status: 409, title: 'A payment for the invoice is in progress', retryable: true },
  plan_not_available: { status: 409, title: 'The organization can’t change to that plan yet', retryable: false },
  organization_managed_elsewhere: { status: 409, title: 'The organization is managed elsewhere', retryable: false },
  owner_has_all_projects: { status: 409, title: 'Owners have access to all projects', retryable: false },
  installation_needs_owner: { status: 409, title: 'The installation needs its owner', retryable: false },
  last_owner: { status: 409, title: 'An organization needs an owner', retryable: false },
  passkeys_unavailable: { status: 409, title: 'Passkeys can’t be used at this address', retryable: false },
  already_has_password: { status: 409, title: 'You already have a password. Use it to set a new one', retryable: false },
  identity_taken: { status: 409, title: 'That external account is already linked to another account', retryable: false },
  identity_provider_exists: { status: 409, title: 'A provider with that address already exists', retryable: false },
  last_way_in: { status: 409, title: 'This is the only way to sign in. Add another one first', retryable: false },
  too_many_passkeys: { status: 409, title: 'You’ve reached the limit of passkeys, or already have this one', retryable: false },
  second_factor_exists: { status: 409, title: 'An authenticator app is already set up', retryable: false },
  too_many_access_tokens: { status: 409, title: 'You’ve reached the limit of access tokens', retryable: false },
  project_name_taken: { status: 409, title: 'The organization already has a project with that name', retryable: false },
  branch_name_taken: { status: 409, title: 'The project already has a branch with that name', retryable: false },
  too_many_branches: { status: 409, title: 'The project has reached its limit of branches', retryable: false },
  project_has_branches: { status: 409, title: 'The project still has branches', retryable: false },
  project_not_transferable: { status: 409, title: 'The project can’t be transferred to that organization now', retryable: false },
  addon_not_available: { status: 409, title: 'The add-on isn’t available for this project', retryable: false },
  postgres_version_not_available: { status: 409, title: 'That Postgres version isn’t available here', retryable: false },
  upgrade_not_rehearsed: { status: 409, title: 'The upgrade wasn’t rehearsed, or too long ago', retryable: false },
  upgrade_blocked: { status: 409, title: 'Something blocks the upgrade', retryable: false },
  custom_domain_exists: { status: 409, title: 'The project already has a custom domain', retryable: false },
  custom_domain_taken: { status: 409, title: 'Another project of this installation uses that domain', retryable: false },
  project_not_active: { status: 409, title: 'The project is not active', retryable: true },
  project_asleep: { status: 409, title: 'The project is asleep. A query or connection wakes it up', retryable: false },
  project_busy: { status: 409, title: 'The project is changing state', retryable: true },
  rows_changed: { status: 409, title: 'The rows have changed since they were read', retryable: false },
  import_in_progress: { status: 409, title: 'The file of this import is already loading', retryable: false },
  query_key_in_use: { status: 409, title: 'A query with that key is already running', retryable: false },
  sql_session_lost: { status: 409, title: 'The session has ended', retryable: false },
  sql_session_busy: { status: 409, title: 'The session is running a statement', retryable: true },
  production_locked: { status: 409, title: 'The project is locked. Type its name to change something', retryable: false },
  snippet_exists: { status: 409, title: 'Another snippet has that ID', retryable: false },
  snippet_changed: { status: 409, title: 'Someone else changed the snippet', retryable: false },
  snippet_limit_reached: { status: 409, title: 'The project has reached its limit of snippets', retryable: false },
  // the database behind a project; the SQLSTATE travels in the details
  syntax_error: { status: 400, title: 'The SQL has a syntax error', retryable: false },
  undefined_object: { status: 400, title: 'The SQL refers to an object that doesn’t exist', retryable: false },
  duplicate_object: { status: 409, title: 'An object with that name already exists', retryable: false },
  dependent_objects: { status: 409, title: 'Other objects depend on it', retryable: false },
  unique_violation: { status: 409, title: 'A row with that key already exists', retryable: false },
  foreign_key_violation: { status: 409, title: 'Another row references this one, or the referenced row doesn’t exist', retryable: false },
  not_null_violation: { status: 400, title: 'A required column has no value', retryable: false },
  check_violation: { status: 400, title: 'A value violates a check constraint', retryable: false },
  exclusion_violation: { status: 409, title: 'A row conflicts with another one', retryable: false },
  invalid_value: { status: 400, title: 'A value doesn’t match its type', retryable: false },
  function_build_failed: { status: 422, title: 'The edge function couldn’t be built', retryable: false },
  import_row_invalid: { status: 422, title: 'A row of the file doesn’t fit the table', retryable: false },
  import_file_invalid: { status: 422, title: 'The file can’t be read in the chosen format', retryable: false },
  insufficient_privilege: { status: 403, title: 'The database role doesn’t have permission to do this', retryable: false },
  result_too_large: { status: 413, title: 'The result is too large. Request it in pages', retryable: false },
  // not 408: browsers take that for a connection that was closed, and send the statement once more
  statement_timeout: { status: 422, title: 'The statement ran longer than its time limit', retryable: false },
  query_cancelled: { status: 499, title: 'The query was cancelled', retryable: false },
  serialization_failure: { status: 409, title: 'The transaction conflicted with another one', retryable: true },
  too_many_replicas: { status: 409, title: 'The project has reached its limit of read replicas', retryable: false },
  replica_fallen_behind: { status: 409, title: 'The replica needs WAL that its primary no longer has', retryable: false },
  replica_not_ready: { status: 409, title: 'The replica doesn’t accept queries right now', retryable: true },
  too_many_connections: { status: 503, title: 'The database has no free connections', retryable: true },
  connection_lost: { status: 503, title: 'The connection to the database was lost', retryable: true },
  project_wake_failed: { status: 503, title: 'The project couldn’t wake up', retryable: true },
  changes_unavailable: { status: 503, title: 'Row changes can’t be followed right now', retryable: false },
  read_only: { status: 403, title: 'The connection is read-only', retryable: false },
  database_error: { status: 400, title: 'The database rejected the statement', retryable: false },
  // running clusters
  cluster_not_found: { status: 404, title: 'Cluster not found', retryable: false },
  cluster_start_failed: { status: 503, title: 'The database server didn’t start', retryable: true },
  cluster_is_replica: { status: 409, title: 'The database is itself a replica', retryable: false },
  too_many_backups: { status: 409, title: 'The project has reached its plan’s limit of backups', retryable: false },
  cluster_has_replicas: { status: 409, title: 'The database has read replicas', retryable: false },
  backup_not_found: { status: 404, title: 'Backup not found', retryable: false },
  backup_damaged: { status: 409, title: 'The backup is damaged', retryable: false },
  wal_not_archived: { status: 503, title: 'WAL archiving is failing', retryable: true },
  moment_not_recoverable: { status: 409, title: 'The database can’t be restored to that time', retryable: false },
  recovery_failed: { status: 409, title: 'The copy of the database couldn’t be recovered', retryable: false },
  capability_missing: { status: 409, title: 'This project doesn’t support that', retryable: false },
  database_connection_failed: { status: 422, title: 'Colonnade can’t connect to the database', retryable: false },
  cluster_not_running: { status: 409, title: 'The database server is not running', retryable: true },
  cluster_crash_loop: { status: 503, title: 'The database server keeps crashing', retryable: true },
  offsite_failed: { status: 502, title: 'The object storage can’t be used', retryable: true },
  storage_full: { status: 507, title: 'The disk is full', retryable: true },
  storage_read_only: { status: 507, title: 'The data directory can’t be written to', retryable: true },
  engine_unavailable: { status: 503, title: 'No Postgres build runs on this machine', retryable: false },
  // start-up of an installation
  home_in_use: { status: 409, title: 'Another process is using this data directory', retryable: false },
  home_unusable: { status: 500, title: 'The data directory can’t be used', retryable: false },
  config_invalid: { status: 500, title: 'The configuration isn’t valid', retryable: false },
  migration_changed: { status: 500, title: 'An applied migration was modified', retryable: false },
  payment_provider_failed: { status: 502, title: 'The payment provider couldn’t be used', retryable: true },
  identity_provider_failed: { status: 502, title: 'The provider didn’t respond as expected', retryable: true },
  // us
  too_busy: { status: 503, title: 'Too much data is in flight. Wait for other requests to finish, then try again', retryable: true },
  unavailable: { status: 503, title: 'The service isn’t available right now', retryable: true },
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
