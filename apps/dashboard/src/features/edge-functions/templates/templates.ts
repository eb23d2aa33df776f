import cors from './sources/cors.txt?raw'
import cron from './sources/cron.txt?raw'
import express from './sources/express.txt?raw'
import hello from './sources/hello.txt?raw'
import stream from './sources/stream.txt?raw'
import upload from './sources/upload.txt?raw'
import webhook from './sources/webhook.txt?raw'

/** A function to begin with. */
export interface FunctionTemplate {
  readonly id: string
  readonly name: string
  readonly description: string
  /** The text of its `index.ts`. */
  readonly source: string
  /** False where callers have no token of the project. */
  readonly isJwtVerified: boolean
}

export const functionTemplates: readonly FunctionTemplate[] = [
  { id: 'hello', name: 'Hello', description: 'Answers with a greeting in JSON.', source: hello, isJwtVerified: true },
  { id: 'cors', name: 'CORS', description: 'Can be called from a browser on any site.', source: cors, isJwtVerified: true },
  { id: 'webhook', name: 'Webhook', description: 'Checks the signature of a webhook before reading it.', source: webhook, isJwtVerified: false },
  { id: 'cron', name: 'Scheduled task', description: 'Counts yesterday’s sign-ups with supabase-js.', source: cron, isJwtVerified: true },
  { id: 'upload', name: 'File upload', description: 'Stores the file of a form in a bucket.', source: upload, isJwtVerified: true },
  { id: 'stream', name: 'Stream', description: 'Sends events one by one while it works.', source: stream, isJwtVerified: true },
  { id: 'express', name: 'Express', description: 'Several routes in one function.', source: express, isJwtVerified: true },
]
