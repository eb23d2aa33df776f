import type { ServiceReply } from '@colonnade/projects'
import { createZipLink, downloadZip } from './archives/zip-links.ts'
import { createBucket, deleteBucket, listBuckets, retrieveBucket, updateBucket } from './buckets/buckets.ts'
import { emptyBucket } from './buckets/empty-bucket.ts'
import type { StorageCall } from './call.ts'
import { deleteFolder, moveFolder } from './folders/folders.ts'
import { searchObjects } from './folders/search.ts'
import { protocolVersion } from './limits.ts'
import { listObjects, listObjectsV2 } from './listings/list.ts'
import { copyObject } from './objects/copy.ts'
import { changeDetails, describeDetails, findMissing } from './objects/details.ts'
import { describeAs, downloadAs } from './objects/download.ts'
import { moveObject } from './objects/move.ts'
import { removeObject, removeObjects } from './objects/remove.ts'
import { uploadObject } from './objects/upload.ts'
import { renderAs, renderSigned } from './renders/serve-render.ts'
import { text } from './replies.ts'
import { serveSignedUploads, serveUploads } from './resumable-uploads/serve-uploads.ts'
import type { PathParameters, RouteShape } from './router.ts'
import { downloadSigned, purgeCache, signObject, signObjects, signUpload, uploadSigned } from './signed-urls/sign.ts'

/** A way into the service. */
export interface Route extends RouteShape {
  /** Whether a token that the call shows has to prove something, and whose. Without: whatever the handler asks for. */
  readonly who?: 'token' | 'service_role'
  handle(call: StorageCall, parameters: PathParameters): Promise<ServiceReply>
}

/** The first one that matches counts, so what is fixed stands before what isn't. */
export const routes: readonly Route[] = [
  { method: 'GET', path: '/status', handle: async () => text('') },
  { method: 'GET', path: '/version', handle: async () => text(protocolVersion) },

  { method: 'GET', path: '/bucket', who: 'token', handle: listBuckets },
  { method: 'POST', path: '/bucket', who: 'token', handle: createBucket },
  { method: 'POST', path: '/bucket/{bucket}/empty', who: 'service_role', handle: emptyBucket },
  { method: 'GET', path: '/bucket/{bucket}', who: 'token', handle: retrieveBucket },
  { method: 'PUT', path: '/bucket/{bucket}', who: 'token', handle: updateBucket },
  { method: 'DELETE', path: '/bucket/{bucket}', who: 'token', handle: deleteBucket },

  { method: 'GET', path: '/object/public/{bucket}/*', handle: downloadAs('public') },
  { method: 'GET', path: '/object/authenticated/{bucket}/*', who: 'token', handle: downloadAs('caller') },
  { method: 'GET', path: '/object/sign/{bucket}/*', handle: downloadSigned },
  { method: 'GET', path: '/object/info/public/{bucket}/*', handle: describeAs('public') },
  { method: 'GET', path: '/object/info/authenticated/{bucket}/*', who: 'token', handle: describeAs('caller') },
  { method: 'GET', path: '/object/info/{bucket}/*', handle: describeAs('either') },
  { method: 'POST', path: '/object/upload/sign/{bucket}/*', who: 'token', handle: signUpload },
  { method: 'PUT', path: '/object/upload/sign/{bucket}/*', handle: uploadSigned },
  { method: 'POST', path: '/object/sign/{bucket}/*', who: 'token', handle: signObject },
  { method: 'POST', path: '/object/sign/{bucket}', who: 'token', handle: signObjects },
  { method: 'POST', path: '/object/list/{bucket}', who: 'token', handle: listObjects },
  { method: 'POST', path: '/object/list-v2/{bucket}', who: 'token', handle: listObjectsV2 },
  { method: 'POST', path: '/object/move', who: 'token', handle: moveObject },
  { method: 'POST', path: '/object/copy', who: 'token', handle: copyObject },
  { method: 'GET', path: '/object/{bucket}/*', handle: downloadAs('either') },
  { method: 'POST', path: '/object/{bucket}/*', who: 'token', handle: uploadObject },
  { method: 'PUT', path: '/object/{bucket}/*', who: 'token', handle: uploadObject },
  { method: 'DELETE', path: '/object/{bucket}/*', who: 'token', handle: removeObject },
  { method: 'DELETE', path: '/object/{bucket}', who: 'token', handle: removeObjects },

  { method: 'GET', path: '/render/image/public/{bucket}/*', handle: renderAs('public') },
  { method: 'GET', path: '/render/image/authenticated/{bucket}/*', who: 'token', handle: renderAs('caller') },
  { method: 'GET', path: '/render/image/sign/{bucket}/*', handle: renderSigned },

  { method: 'any', path: '/upload/resumable/sign', handle: serveSignedUploads },
  { method: 'any', path: '/upload/resumable/sign/{upload}', handle: serveSignedUploads },
  { method: 'any', path: '/upload/resumable', handle: serveUploads },
  { method: 'any', path: '/upload/resumable/{upload}', handle: serveUploads },

  // for the dashboard alone: the original has nothing like it
  { method: 'GET', path: '/-/search/{bucket}', who: 'token', handle: searchObjects },
  { method: 'GET', path: '/-/details/{bucket}/*', who: 'token', handle: describeDetails },
  { method: 'POST', path: '/-/details/{bucket}', who: 'token', handle: changeDetails },
  { method: 'POST', path: '/-/missing/{bucket}', who: 'token', handle: findMissing },
  { method: 'POST', path: '/-/move/{bucket}', who: 'token', handle: moveFolder },
  { method: 'POST', path: '/-/delete/{bucket}', who: 'token', handle: deleteFolder },
  { method: 'POST', path: '/-/zip/{bucket}', who: 'token', handle: createZipLink },
  { method: 'GET', path: '/-/zip/{bucket}', handle: downloadZip },

  { method: 'DELETE', path: '/cdn/{bucket}/*', who: 'service_role', handle: purgeCache },
  { method: 'DELETE', path: '/cdn/{bucket}', who: 'service_role', handle: purgeCache },
  { method: 'DELETE', path: '/cdn', who: 'service_role', handle: purgeCache },
]
