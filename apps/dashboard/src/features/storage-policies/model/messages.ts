import type { Reach } from '../../../scope/policies/reach.ts'
import type { FileActionId, FileCommand } from './access.ts'
import type { PolicyWarning } from './warnings.ts'

export const pageText = {
  title: 'Storage policies',
  description: 'Policies decide who can list, read, upload, change and delete files. service_role bypasses them.',
  asleep: { title: 'This project is asleep', text: 'Wake it up to see its storage policies.', action: 'Wake up' },
  noRight: { title: 'You don’t have access', text: 'Ask an owner of the organization for a role that can read the database.' },
  noStorage: { title: 'This database has no storage schema', text: 'The storage.objects table is missing. Restore the storage schema first.' },
  empty: { title: 'No buckets yet', text: 'Policies protect the files of buckets. Create a bucket first.', action: 'Go to buckets' },
  noMatch: { title: 'No matching policies', text: 'No bucket or policy name matches your search.', action: 'Clear search' },
  loading: 'Loading policies',
  failed: 'Failed to load policies',
  tab: 'Policies',
  search: 'Search policies',
  searchPlaceholder: 'Search buckets and policies',
  rlsOff: (tables: readonly string[]) =>
    `Row-level security is off for ${tables.map((name) => `storage.${name}`).join(' and ')}. Policies do nothing: anyone with your anon key can read and change every file.`,
  rlsAction: 'Open the table’s policies',
  all: 'All buckets',
  allHint: 'Policies that aren’t limited to one bucket',
  missing: 'Bucket not found',
  isPublic: 'Public',
  isPrivate: 'Private',
  noPolicies: 'No policies for this bucket only.',
  policiesOf: (bucket: string) => `Policies for ${bucket}`,
  onBuckets: 'on storage.buckets',
  accessTo: (bucket: string) => `Who can use the files in ${bucket}`,
  warningsOf: (bucket: string) => `Warnings for ${bucket}`,
  newPolicy: 'New policy',
  newPolicyFor: (bucket: string) => `New policy for ${bucket}`,
  scratch: 'Write your own',
  gone: 'This policy was deleted after the list loaded.',
} as const

export const actionText: Readonly<Record<FileActionId, string>> = {
  list: 'List',
  read: 'Read',
  upload: 'Upload',
  replace: 'Replace',
  move: 'Move',
  delete: 'Delete',
}

export const reachText: Readonly<Record<Reach, { readonly short: string; readonly long: string }>> = {
  none: { short: 'No', long: 'No policy allows it' },
  some: { short: 'Some files', long: 'Allowed for files that meet a condition' },
  all: { short: 'All files', long: 'Allowed for every file of the bucket' },
}
export const byUrl = { short: 'By URL', long: 'Anyone with the URL can read files of a public bucket' } as const

const verbs = {
  SELECT: 'read',
  INSERT: 'upload',
  UPDATE: 'replace and move',
  DELETE: 'delete',
} as const satisfies Record<FileCommand, string>

/** Explains why something is probably a mistake, and what to do about it. */
export function warningText(warning: PolicyWarning): string {
  switch (warning.kind) {
    case 'unreadable':
      return 'Only service_role can read these files. Add a SELECT policy, or share files with signed URLs from your server.'
    case 'no-select': {
      const [first] = warning.commands
      const [commands, fails] =
        warning.commands.length > 1
          ? ['UPDATE and DELETE also need', 'replacing, moving and deleting files fail']
          : first === 'UPDATE'
            ? ['UPDATE also needs', 'replacing (upsert) and moving files fail']
            : ['DELETE also needs', 'deleting files fails']
      return `${warning.roles.join(', ')}: ${commands} SELECT. Without it, ${fails}.`
    }
    case 'anon-writes':
      return `“${warning.policy}” lets anyone ${verbs[warning.command]} ${warning.isAll ? 'any file' : 'some files'} without signing in.`
    case 'anon-lists':
      return warning.isPublic
        ? `“${warning.policy}” lets anyone list all files. A public bucket doesn’t need it: files can be read by URL without a policy.`
        : `“${warning.policy}” lets anyone list and read all files without signing in.`
  }
}

export const addSelect = 'Add SELECT policy'
export const addSelectFor = (bucket: string): string => `Add SELECT policy for ${bucket}`

const of = (bucket: string | null): string => (bucket === null ? 'all buckets' : bucket)

interface TemplateText {
  readonly title: string
  readonly hint: string
  readonly name: (bucket: string | null) => string
}

export const templateText = {
  read: {
    title: 'Anyone can read files',
    hint: 'No sign-in needed. Also lets anyone list them.',
    name: (bucket) => `Anyone can read files in ${of(bucket)}`,
  },
  'own-folder': {
    title: 'Users manage their own folder',
    hint: 'Files in a folder named with the user’s ID, such as 6f1…/photo.png.',
    name: (bucket) => `Users manage their folder in ${of(bucket)}`,
  },
  'own-files': {
    title: 'Users manage the files they uploaded',
    hint: 'In any folder. Also needs a policy that allows uploads.',
    name: (bucket) => `Owners manage files in ${of(bucket)}`,
  },
  'signed-in': {
    title: 'Signed-in users can use all files',
    hint: 'Everyone with an account sees the same files.',
    name: (bucket) => `Users can use files in ${of(bucket)}`,
  },
  folder: {
    title: 'One folder for signed-in users',
    hint: 'Only files in a folder you choose.',
    name: (bucket) => `Users can use a folder in ${of(bucket)}`,
  },
  file: { title: 'One file', hint: 'Only the file at a path you choose.', name: (bucket) => `One file in ${of(bucket)}` },
  type: {
    title: 'One file type in a folder',
    hint: 'For example, only jpg files in a folder named public.',
    name: (bucket) => `One file type in ${of(bucket)}`,
  },
  claim: {
    title: 'Administrators manage all files',
    hint: 'Users with the role admin in their app_metadata.',
    name: (bucket) => `Administrators manage files in ${of(bucket)}`,
  },
} satisfies Readonly<Record<string, TemplateText>>

export const formText = {
  title: 'New storage policy',
  template: 'Template',
  bucket: 'Bucket',
  searchBuckets: 'Search buckets',
  noBuckets: 'No matching buckets',
  publicBucket: 'public',
  privateBucket: 'private',
  commands: 'Allowed operations',
  commandHints: {
    SELECT: 'List, read and sign URLs',
    INSERT: 'Upload new files',
    UPDATE: 'Replace and move files',
    DELETE: 'Delete files',
  } satisfies Record<FileCommand, string>,
  needsSelect: 'Replacing, moving and deleting files also need SELECT.',
  who: 'For',
  anyone: 'Anyone',
  signedIn: 'Signed-in users',
  name: 'Name',
  nameHint: 'If you allow several operations, each gets its own policy, with the operation added to the name.',
  nameMissing: 'Enter a name',
  nameTooLong: (bytes: number) => `Use at most ${bytes} bytes`,
  commandsMissing: 'Choose at least one operation',
  field: { folder: 'Folder', file: 'File path', extension: 'File extension' },
  valueMissing: {
    folder: 'Enter a folder name',
    file: 'Enter a file path',
    extension: 'Enter an extension, such as jpg',
  },
  valueWrong: 'Use at most 1,024 characters',
  folderWrong: 'Enter a single folder name without slashes',
  submit: (count: number) => (count > 1 ? `Create ${count} policies` : 'Create policy'),
  done: (count: number) => (count > 1 ? `${count} policies created` : 'Policy created'),
  scratch: 'Write your own policy instead',
  change: (name: string) => `Create storage policies: ${name}`,
} as const
