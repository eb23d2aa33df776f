export const functionFieldText = {
  functionOneJsonbArgument: 'A function that takes one jsonb argument and returns jsonb.',
  function: 'Function',
  pgFunctionsPostgresPublic: 'pg-functions://postgres/public/my_hook',
  wakeUpProjectChoose: 'Wake up project to choose a function',
  doesntExist: 'Doesn’t exist',
  projectHasNoneYet: (hint: string) => `${hint} This project has none yet.`,
  searchFunctions: 'Search functions',
  noMatchingFunctions: 'No matching functions',
} as const

export const hookCallsText = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  latestCalls: 'Latest calls',
  noneSinceColonnadeStarted: 'None since Colonnade started.',
  test: 'Test',
  attempts: (attempts: number) => `${attempts} attempts`,
} as const

export const hookFormText = {
  whatCalls: 'Type',
  postgresFunction: 'Postgres function',
  httpsEndpoint: 'HTTPS endpoint',
  url: 'URL',
  calledPOSTSignedStandard: 'Called with POST, signed as Standard Webhooks. Your endpoint has 5 seconds to respond.',
  copyReceiverBeforeYou: 'Copy it to your endpoint before you save. It’s not shown again.',
  receiverUsesCheckWho: 'Your endpoint uses it to verify calls.',
  generateSecret: 'Generate secret',
  copySigningSecret: 'Copy signing secret',
} as const

export const hookGrantsText = {
  letAuthServiceCall: (schema: string, name: string) => `Let the auth service call ${schema}.${name}`,
  privileges: 'Privileges',
  clientsDataAPICan: 'Clients of the data API can also call this function.',
  authServiceCantCall: 'The auth service can’t call this function yet.',
  sql: 'SQL',
  privilegesChanged: 'Privileges changed',
  runSQL: 'Run this SQL',
  changeDatabase: 'change the database',
} as const

export const hookTestText = {
  valid: 'Valid',
  refused: 'Refused',
  invalid: 'Invalid',
  testCall: 'Test call',
  chooseWhatHookCalls: 'Choose what this hook calls and save it first.',
  sendsSampleEventSaved: 'Sends a sample event to the saved URL, with the header colonnade-test: true. Your server processes it for real.',
  runsSavedFunctionSample: 'Runs the saved function with a sample event, in a transaction that is rolled back.',
  user: 'User',
  noUserHasEmail: 'No user’s email address begins with this',
  emailAddressBeginningLeave: 'By email address, or its beginning. Leave empty for a sample user.',
  runTest: 'Run test',
  attempts: (attempts: number) => `${attempts} attempts`,
  answer: 'Response',
  answer2: 'response',
  request: 'Request',
  request2: 'request',
} as const

export const hooksPageText = {
  hooks: 'Hooks',
  beta: 'BETA',
  runYourOwnCode: 'Run your own code when users sign up, sign in, and get messages or tokens.',
} as const
