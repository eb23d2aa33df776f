import type { Language } from '../../lib/code-text/highlight.ts'

export interface S3Snippet {
  readonly name: string
  readonly language: Language
  readonly code: string
}

interface S3Address {
  readonly endpoint: string
  /** Without a path; null if there isn't one. */
  readonly root: string | null
  readonly region: string
}

/** Returns connection snippets for common tools. All of them read keys from the environment. */
export const s3Snippets = ({ endpoint, root, region }: S3Address): readonly S3Snippet[] => [
  {
    name: 'AWS CLI',
    language: 'hash',
    code: `export AWS_ACCESS_KEY_ID=…
export AWS_SECRET_ACCESS_KEY=…

aws s3 ls s3://my-bucket --endpoint-url ${endpoint} --region ${region}`,
  },
  {
    name: 'JavaScript',
    language: 'c-like',
    code: `import { S3Client } from '@aws-sdk/client-s3'

const client = new S3Client({
  endpoint: '${endpoint}',
  region: '${region}',
  forcePathStyle: true,
})`,
  },
  {
    name: 'Python',
    language: 'hash',
    code: `import boto3

client = boto3.client("s3", endpoint_url="${endpoint}", region_name="${region}")`,
  },
  {
    name: 'rclone',
    language: 'hash',
    code: `[colonnade]
type = s3
provider = Other
env_auth = true
endpoint = ${endpoint}
region = ${region}
force_path_style = true`,
  },
  ...(root === null
    ? []
    : [
        {
          name: 'restic',
          language: 'hash',
          code: `export AWS_ACCESS_KEY_ID=…
export AWS_SECRET_ACCESS_KEY=…

restic -r s3:${root}/my-bucket init`,
        } as const,
      ]),
]
